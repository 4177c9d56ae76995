import { expect, test } from 'vitest'
import { detectPlatform, type PlatformHints, readPlatformHints } from './platform.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
type Kind = 'android' | 'ios' | 'phone' | 'desktop'

// The self-descriptions of real browsers. Touch points and platform are as their makers document or devices report.
const browsers: readonly (readonly [name: string, kind: Kind, hints: Partial<PlatformHints>])[] = [
  [
    'Chrome on Android',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
      maxTouchPoints: 5,
      platform: 'Linux armv81',
      isMobileHint: true,
    },
  ],
  [
    'Chrome on an Android tablet',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`,
      maxTouchPoints: 10,
      platform: 'Linux armv81',
      isMobileHint: false,
    },
  ],
  [
    'Samsung Internet',
    'android',
    {
      userAgent:
        'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      maxTouchPoints: 5,
    },
  ],
  [
    'Firefox on Android',
    'android',
    { userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', maxTouchPoints: 5 },
  ],
  [
    'Firefox on an Android tablet',
    'android',
    { userAgent: 'Mozilla/5.0 (Android 14; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0', maxTouchPoints: 5 },
  ],
  [
    'Edge on Android',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 10; Pixel 7) ${chrome} Mobile Safari/537.36 EdgA/131.0.0.0`,
      maxTouchPoints: 5,
      isMobileHint: true,
    },
  ],
  [
    'Opera on Android',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 10; SM-G970F) ${chrome} Mobile Safari/537.36 OPR/76.2`,
      maxTouchPoints: 5,
    },
  ],
  [
    'WebView in an Android wallet',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 13; Pixel 6 Build/TQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
      maxTouchPoints: 5,
    },
  ],
  [
    'Silk on a Fire tablet',
    'android',
    {
      userAgent:
        'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4 like Chrome/108.0 Safari/537.36',
      maxTouchPoints: 5,
    },
  ],
  [
    'UC Browser',
    'android',
    {
      userAgent:
        'Mozilla/5.0 (Linux; U; Android 11; en-US; RMX2020) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 UCBrowser/13.4 Mobile Safari/537.36',
      maxTouchPoints: 5,
    },
  ],
  [
    'a foldable opened',
    'android',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 14; SM-F946B) ${chrome} Safari/537.36`,
      maxTouchPoints: 5,
      isMobileHint: false,
    },
  ],
  [
    'Safari on iPhone',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${safari} Version/17.6 Mobile/15E148 Safari/604.1`,
      maxTouchPoints: 5,
      platform: 'iPhone',
    },
  ],
  [
    'Chrome on iPhone',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${safari} CriOS/131.0 Mobile/15E148 Safari/604.1`,
      maxTouchPoints: 5,
      platform: 'iPhone',
    },
  ],
  [
    'Firefox on iPhone',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${safari} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
      maxTouchPoints: 5,
      platform: 'iPhone',
    },
  ],
  [
    'Chrome on iPhone asking for the desktop page',
    'ios',
    {
      userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} CriOS/131 Version/11.1.1 Safari/605.1.15`,
      maxTouchPoints: 5,
      platform: 'iPhone',
    },
  ],
  [
    'WKWebView in an iPhone wallet',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) ${safari} Mobile/15E148`,
      maxTouchPoints: 5,
      platform: 'iPhone',
    },
  ],
  [
    'Safari on an old iPad',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari} Version/12.1 Mobile/15E148 Safari/604.1`,
      maxTouchPoints: 5,
      platform: 'iPad',
    },
  ],
  [
    'Safari on iPadOS',
    'ios',
    {
      userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/17.6 Safari/605.1.15`,
      maxTouchPoints: 5,
      platform: 'MacIntel',
    },
  ],
  [
    'Chrome on iPadOS',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${safari} CriOS/131.0 Mobile/15E148 Safari/604.1`,
      maxTouchPoints: 5,
      platform: 'MacIntel',
    },
  ],
  [
    'iPod touch',
    'ios',
    {
      userAgent: `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) ${safari} Version/12.0 Mobile/15E148 Safari/604.1`,
      maxTouchPoints: 5,
      platform: 'iPod',
    },
  ],
  [
    'Windows Phone that names Android and iPhone',
    'phone',
    {
      userAgent:
        'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15.15254',
      maxTouchPoints: 5,
    },
  ],
  ['KaiOS', 'phone', { userAgent: 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5' }],
  [
    'Opera Mini',
    'phone',
    {
      userAgent:
        'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.334; U; id)) Presto/2.5.25 Version/10.54',
    },
  ],
  [
    'BlackBerry 10',
    'phone',
    {
      userAgent: 'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0 Mobile Safari/537.10+',
    },
  ],
  [
    'webOS phone',
    'phone',
    {
      userAgent:
        'Mozilla/5.0 (webOS/1.4.0; U; en-US) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pre/1.1',
    },
  ],
  // faisalman/ua-parser-js#754, matomo-org/device-detector#8091: HarmonyOS since version 5 does not name Android.
  [
    'Huawei Browser on HarmonyOS',
    'phone',
    {
      userAgent:
        'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.1.3.311',
      maxTouchPoints: 10,
    },
  ],
  [
    'Huawei Browser on a HarmonyOS tablet',
    'phone',
    {
      userAgent:
        'Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 HuaweiBrowser/5.1.3.311',
      maxTouchPoints: 10,
    },
  ],
  [
    'Huawei Browser on a HarmonyOS computer',
    'desktop',
    {
      userAgent:
        'Mozilla/5.0 (PC; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1',
    },
  ],
  ['an unknown browser whose hint says mobile', 'phone', { userAgent: 'Mozilla/5.0', isMobileHint: true }],
  [
    'Chrome on Windows',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
      platform: 'Win32',
      isMobileHint: false,
    },
  ],
  [
    'Chrome on a Windows touch laptop',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
      maxTouchPoints: 10,
      platform: 'Win32',
      isMobileHint: false,
    },
  ],
  [
    'Edge on a Surface in tablet mode',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`,
      maxTouchPoints: 10,
      platform: 'Win32',
      isMobileHint: false,
    },
  ],
  [
    'Firefox on a Windows touch laptop',
    'desktop',
    {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
      maxTouchPoints: 10,
      platform: 'Win32',
    },
  ],
  [
    'Internet Explorer mode',
    'desktop',
    {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; Touch; rv:11.0) like Gecko',
      maxTouchPoints: 10,
      platform: 'Win32',
    },
  ],
  [
    'Safari on a Mac',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/17.6 Safari/605.1.15`,
      maxTouchPoints: 0,
      platform: 'MacIntel',
    },
  ],
  [
    'Chrome on a Mac',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`,
      maxTouchPoints: 0,
      platform: 'MacIntel',
      isMobileHint: false,
    },
  ],
  [
    'Firefox on a Mac',
    'desktop',
    {
      userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
      maxTouchPoints: 0,
      platform: 'MacIntel',
    },
  ],
  [
    'Firefox on Linux',
    'desktop',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', platform: 'Linux x86_64' },
  ],
  [
    'Chrome on a Linux touch laptop',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`,
      maxTouchPoints: 10,
      platform: 'Linux x86_64',
      isMobileHint: false,
    },
  ],
  [
    'Firefox on Ubuntu',
    'desktop',
    {
      userAgent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
      platform: 'Linux x86_64',
    },
  ],
  [
    'Chromebook',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
      maxTouchPoints: 10,
      platform: 'Linux x86_64',
      isMobileHint: false,
    },
  ],
  [
    'an Android app on a Chromebook',
    'desktop',
    {
      userAgent: `Mozilla/5.0 (Linux; Android 11; CrOS x86_64) ${chrome} Safari/537.36`,
      maxTouchPoints: 10,
      platform: 'Linux x86_64',
      isMobileHint: false,
    },
  ],
  ['a server', 'desktop', {}],
]

function hintsOf(hints: Partial<PlatformHints>): PlatformHints {
  return { userAgent: '', platform: '', maxTouchPoints: 0, isMobileHint: undefined, isTelegram: false, ...hints }
}

test.each(browsers)('detectPlatform: %s is %s', (_, kind, hints) => {
  expect(detectPlatform(hintsOf(hints))).toEqual({
    device: kind === 'desktop' ? 'desktop' : 'phone',
    isAndroid: kind === 'android',
    isIos: kind === 'ios',
    isTelegram: false,
  })
})

test('detectPlatform: Telegram is an option, not a guess', () => {
  expect(detectPlatform(hintsOf({ isTelegram: true }))).toMatchObject({ isTelegram: true, device: 'desktop' })
})

test('readPlatformHints: reads a browser, and a server without one', () => {
  const navigator = { userAgent: 'A', platform: 'B', maxTouchPoints: 5, userAgentData: { mobile: true } }
  expect(readPlatformHints({ navigator })).toEqual({
    userAgent: 'A',
    platform: 'B',
    maxTouchPoints: 5,
    isMobileHint: true,
    isTelegram: false,
  })
  expect(readPlatformHints({})).toEqual(hintsOf({}))
  for (const name of ['TelegramWebviewProxy', 'TelegramWebviewProxyProto'])
    expect(readPlatformHints({ navigator, [name]: {} }).isTelegram).toBe(true)
})

test.each([
  ['a mini app in Telegram for Android', { WebApp: { initData: 'query_id=A', platform: 'android' } }, true],
  ['a mini app opened without data, in Telegram’s web client', { WebApp: { initData: '', platform: 'weba' } }, true],
  ['the mini app’s script in another browser', { WebApp: { initData: '', platform: 'unknown' } }, false],
  ['the script of Telegram’s login button', { Login: {} }, false],
  ['a script that has not run yet', {}, false],
  ['no object', null, false],
])('readPlatformHints: Telegram’s scripts alone are not Telegram: %s', (_, Telegram, isTelegram) => {
  expect(readPlatformHints({ Telegram }).isTelegram).toBe(isTelegram)
})
