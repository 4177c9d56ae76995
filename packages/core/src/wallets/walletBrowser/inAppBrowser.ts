import type { Platform } from '../../platform/platform.ts'

// Apps that show pages in their own window, by their mark in the user agent. Such a window opens no other app.
const apps: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona \d/],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\b/],
  ['TikTok', /musical_ly|BytedanceWebview|\bTikTok\b/i],
  ['Snapchat', /\bSnapchat\b/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['Pinterest', /\bPinterest\//],
  ['WeChat', /\bMicroMessenger\//],
  ['KakaoTalk', /\bKAKAOTALK\b/],
  ['LINE', /\bLine\/\d/],
  ['X', /\bTwitter(?: for |Android)/],
]

/**
 * Returns the name of the app in whose window the page is shown. Undefined in a browser.
 *
 * @example
 * findInAppBrowser(navigator.userAgent, linker.getState().platform) // 'Instagram'
 */
export function findInAppBrowser(userAgent: string, { isTelegram }: Pick<Platform, 'isTelegram'>): string | undefined {
  return isTelegram ? 'Telegram' : apps.find(([, sign]) => sign.test(userAgent))?.[0]
}
