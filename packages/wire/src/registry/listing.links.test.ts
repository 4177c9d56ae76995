import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Listing, parseListing, parseNativeLink, parseWebLink } from '../index.ts'

const stores = [
  'ios',
  'android',
  'chrome',
  'firefox',
  'edge',
  'opera',
  'safari',
  'mac',
  'windows',
  'linux',
  'browser',
] as const
const runsOrReads =
  /^(?:javascript|data|vbscript|file|blob|filesystem|intent|about|content|chrome|view-source|https?|wc):/i

function everyLinkIs(link: unknown): Listing {
  return parseListing({
    id: 'quay',
    name: 'Quay Wallet',
    homepage: link,
    app: Object.fromEntries(stores.map((store) => [store, link])),
    mobile: { native: link, universal: link },
    desktop: { native: link, universal: link },
  })
}

function expectWebLink(link: string | undefined): void {
  if (link === undefined) return
  const url = new URL(link)
  expect(link).toBe(url.href)
  expect([url.username, url.password]).toEqual(['', ''])
  if (url.protocol === 'http:') expect(url.hostname).toMatch(/^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/)
  else expect(url.protocol).toBe('https:')
}

function expectNativeLink(link: string | undefined): void {
  if (link === undefined) return
  // Reads the link as a browser does, with the pairing URI after it.
  const { protocol } = new URL(`${link}${link.endsWith('/') ? '' : '/'}wc?uri=x`)
  expect(protocol).toMatch(/^[a-z][a-z0-9+.-]{1,31}:$/)
  expect(protocol).not.toMatch(runsOrReads)
}

function expectSafe(listing: Listing): void {
  for (const link of [listing.homepage, listing.mobile.universal, listing.desktop.universal]) expectWebLink(link)
  for (const link of Object.values(listing.app)) expectWebLink(link)
  for (const link of [listing.mobile.native, listing.desktop.native]) expectNativeLink(link)
}

// Texts with a good scheme, or without one, that lead elsewhere than they seem to.
const lookalikes: readonly string[] = [
  '',
  ' ',
  '//evil.example/',
  '/wc',
  'evil.example',
  '\\\\evil.example\\share',
  'https:\\\\evil.example\\',
  'https://good.example\\@evil.example/',
  'https://user@evil.example/',
  'https://user:password@evil.example/',
  'https://good.example:80@evil.example/',
  'https://evil.example:8443/',
  'https://',
  'https:// evil.example/',
  'https://evil.example/\u202egnp.exe',
  'https://evil.example/\u200b',
  'https://ev\til.example/',
  'https://evil.example/\n',
  'https://[::1',
  'https://%00/',
  'http://evil.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0/',
  'HTTP://EVIL.EXAMPLE/',
  'quay:alert(1)',
  ':quay//',
  '1quay://',
  'q://',
  'quay//:',
  'quay ://',
  'quay:// x',
  'qu\u0430y://\u0430',
  'quay://\\evil',
  `${'q'.repeat(40)}://`,
]

/**
 * Links that a hostile listing can carry (threat T-10): every one must be dropped from every link field. Built from schemes
 * that run code, read files or open other apps, each in the disguises that browsers undo, and from texts that only look safe.
 */
const hostileLinks = buildHostileLinks()

function buildHostileLinks(): string[] {
  const payloads: Readonly<Record<string, string>> = {
    javascript: 'alert(1)//',
    data: 'text/html,<script>alert(1)</script>',
    vbscript: 'msgbox(1)',
    file: '///etc/passwd',
    intent: '//scan/#Intent;scheme=x;package=evil;S.browser_fallback_url=https://evil.example;end',
    blob: 'https://evil.example/0d2c5a2e',
    filesystem: 'https://evil.example/temporary/a',
    'view-source': 'https://evil.example/',
    about: 'blank',
    content: '//com.android.providers.media/1',
    chrome: '//settings/',
    'android-app': '//evil.app/https/evil.example/',
    'itms-services': '//?action=download-manifest&url=https://evil.example/m.plist',
    'ms-msdt': '//id/PCWDiagnostic',
    jar: 'https://evil.example/a.jar!/a',
    wc: '//7f6e504bfad60b485450578e05678ed3@2',
    market: '//details?id=evil',
    ws: '//evil.example/',
    ftp: '//evil.example/',
    mailto: 'a@evil.example',
    tel: '+4912345678',
    'facetime-audio': '//+4912345678',
    sms: '+4912345678&body=yes',
    'x-safari-https': '//evil.example/',
    googlechrome: '//evil.example/',
    'googlechrome-x-callback': '//x-callback-url/open/?url=https%3A%2F%2Fevil.example',
    'firefox-focus': '//open-url?url=https%3A%2F%2Fevil.example',
    'microsoft-edge-https': '//evil.example/',
    shortcuts: '//run-shortcut?name=Pay',
    'ms-settings': '//network',
  }
  const disguises: readonly ((scheme: string, payload: string) => string)[] = [
    (scheme, payload) => `${scheme}:${payload}`,
    (scheme, payload) => `${scheme}://${payload.replace(/^\/+/, '')}`,
    (scheme, payload) => `${scheme.toUpperCase()}:${payload}`,
    (scheme, payload) => `${mixCase(scheme)}://${payload.replace(/^\/+/, '')}`,
    (scheme, payload) => `${scheme.slice(0, 2)}\t${scheme.slice(2)}:${payload}`,
    (scheme, payload) => `${scheme.slice(0, 1)}\n${scheme.slice(1)}:${payload}`,
    (scheme, payload) => `${scheme.slice(0, 1)}\r\n${scheme.slice(1)}://${payload.replace(/^\/+/, '')}`,
    (scheme, payload) => ` ${scheme}:${payload}`,
    (scheme, payload) => `\u0001${scheme}:${payload}`,
    (scheme, payload) => `\u0000${scheme}://${payload.replace(/^\/+/, '')}`,
    (scheme, payload) => `\u00a0${scheme}:${payload}`,
    (scheme, payload) => `\ufeff${scheme}:${payload}`,
    (scheme, payload) => `${scheme.slice(0, 2)}\u200b${scheme.slice(2)}:${payload}`,
    (scheme, payload) => `${scheme}\t:${payload}`,
    (scheme, payload) => `${scheme}:\n//${payload.replace(/^\/+/, '')}`,
    (scheme, payload) => `&#${scheme.charCodeAt(0)};${scheme.slice(1)}:${payload}`,
    (scheme, payload) => `${scheme}&colon;${payload}`,
    (scheme, payload) => `%${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}:${payload}`,
    (scheme, payload) => `${scheme}%3a${payload}`,
    (scheme, payload) => `\\u00${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}:${payload}`,
    (scheme, payload) => `${fullWidth(scheme)}:${payload}`,
    (scheme, payload) => `${scheme}\uff1a${payload}`,
  ]
  const disguised = Object.entries(payloads).flatMap(([scheme, payload]) =>
    disguises.map((disguise) => disguise(scheme, payload)),
  )
  return [...new Set([...disguised, ...lookalikes])]
}

function mixCase(text: string): string {
  return [...text].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter)).join('')
}

function fullWidth(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

test('T-10: the corpus has 300 entries or more, each once', () => {
  expect(new Set(hostileLinks).size).toBe(hostileLinks.length)
  expect(hostileLinks.length).toBeGreaterThanOrEqual(300)
})

test('T-10: every hostile link is dropped from every link field', () => {
  const kept = hostileLinks.filter((link) => {
    const listing = everyLinkIs(link)
    expectSafe(listing)
    return (
      listing.homepage !== undefined ||
      Object.keys(listing.app).length > 0 ||
      listing.mobile.native !== undefined ||
      listing.mobile.universal !== undefined ||
      listing.desktop.native !== undefined ||
      listing.desktop.universal !== undefined
    )
  })
  expect(kept).toEqual([])
})

test('T-10: a bare text link is dropped the same way by parseWebLink and parseNativeLink', () => {
  for (const link of hostileLinks)
    expect([link, parseWebLink(link), parseNativeLink(link)]).toEqual([link, undefined, undefined])
})

// Independent of the product's list: schemes of browsers, calls, mail, stores and systems as their vendors document them.
const systemSchemes = `
  x-safari-http x-safari-https x-web-search googlechrome googlechromes googlechrome-x-callback firefox firefox-focus firefox-klar
  opera opera-http opera-https touch-http touch-https brave vivaldi arc edge microsoft-edge microsoft-edge-http microsoft-edge-https
  duckduckgo ddgquicklink ucbrowser dolphin yandexbrowser-open-url samsunginternet onionhttp onionhttps mttbrowser
  chrome chrome-extension chrome-untrusted chrome-search devtools moz-extension moz-icon safari-web-extension about view-source
  javascript data blob file filesystem jar resource web+pay ext+wallet
  tel telprompt facetime facetime-audio facetime-prompt callto sip sips skype sms smsto mms mmsto imessage mailto message
  googlegmail ms-outlook readdle-spark wtai xmpp im whatsapp zoommtg
  intent android-app android.resource content vnd.youtube vnd.android.cursor.item google.navigation google.streetview geo
  prefs app-prefs app-settings settings shortcuts workflow x-apple.systempreferences x-apple-reminder com.apple.tv calshow webcal
  maps comgooglemaps photos-redirect shoebox applescript x-man-page help vnc ssh telnet smb afp ldap rdp
  ms-settings ms-windows-store ms-appinstaller ms-msdt ms-officecmd ms-word ms-excel ms-search ms-screenclip ms-cxh search search-ms
  shell onenote windowsdefender bingmaps calculator microsoft.windows.camera vscode vscode-insiders jnlp steam
  market itms itms-apps itms-appss itms-services itms-books itms-beta macappstore macappstores samsungapps amzn mimarket appmarket
  chromium samsungbrowser voip dialer wechat contacts passbook applepay x-callback-url
  upi gpay paypal venmo cashapp alipay alipays appinstaller lightning
  altstore magnet irc ircs news nntp ftp sftp ipfs ipns webcals feed podcast matrix openpgp4fpr urn wc bitcoin ethereum
`
  .trim()
  .split(/\s+/)

test.each(systemSchemes)('T-10: %s:// is no wallet’s own, in whatever case or coding', (scheme) => {
  const first = scheme.charCodeAt(0)
  const spelled = [
    `${scheme}://`,
    `${scheme}://x`,
    `${scheme}:x`,
    `${scheme.toUpperCase()}://`,
    `${mixCase(scheme)}://x`,
    `%${first.toString(16)}${scheme.slice(1)}://x`,
    `${scheme}%3A//x`,
    `${scheme}:%2F%2Fx`,
    ...['\t', '\n', '\r', '\u0000', '\u0001', '\u00ad', '\u200b', '\u202e', '\ufeff', ' '].flatMap((hidden) => [
      `${hidden}${scheme}://x`,
      `${scheme.slice(0, 1)}${hidden}${scheme.slice(1)}://x`,
      `${scheme}${hidden}://x`,
    ]),
    `${fullWidth(scheme)}://x`,
  ]
  const kept = spelled.filter((link) => parseNativeLink(link) !== undefined || parseWebLink(link) !== undefined)
  expect(kept).toEqual([])
})

test('T-10: a name that only begins like a forbidden one may be a wallet’s', () => {
  for (const link of [
    'bravewallet://',
    'operato://',
    'telos://',
    'datadance://',
    'xverse://',
    'msq://',
    'chromia://',
    'webacy://',
  ])
    expect(parseNativeLink(link)).toBe(link)
})

test('T-10: any text: undefined or an allowed protocol', () => {
  const scheme = fc.constantFrom(
    'javascript',
    'data',
    'intent',
    'https',
    'http',
    'quay',
    'wc',
    'file',
    'JavaScript',
    'java\tscript',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withFragments: true, withQueryParameters: true }),
    fc
      .tuple(
        fc.string({ unit: 'binary', maxLength: 2 }),
        scheme,
        fc.constantFrom(':', '://', ':\\\\', ':/'),
        fc.string({ unit: 'binary' }),
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (link) => {
      expectWebLink(parseWebLink(link))
      expectNativeLink(parseNativeLink(link))
    }),
    { numRuns: runs(20_000) },
  )
})

test('T-10: any JSON value in a link field: parses, and stays safe', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (link) => expectSafe(everyLinkIs(link))),
    { numRuns: runs(1_000) },
  )
})

test.each([
  ['rainbow://', 'rainbow://'],
  ['bnc://app.binance.com/cedefi/', 'bnc://app.binance.com/cedefi/'],
  [
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
  ],
  ['com.kresus.superapp://', 'com.kresus.superapp://'],
])('T-10: keeps the native link %s', (link, kept) => {
  expect(parseNativeLink(link)).toBe(kept)
})

test.each([
  ['https://metamask.app.link', 'https://metamask.app.link/'],
  ['https://example.com:443/a', 'https://example.com/a'],
  ['http://localhost:4401/', 'http://localhost:4401/'],
  ['https://127.0.0.1:8443/wc', 'https://127.0.0.1:8443/wc'],
])('T-10: keeps the web link %s', (link, kept) => {
  expect(parseWebLink(link)).toBe(kept)
})

test('T-10: a plain web link equals URL’s reading, or is dropped if URL refuses it', () => {
  const label = fc.oneof(
    fc.stringMatching(/^[a-z0-9-]{1,12}$/),
    fc.constantFrom('xn--a', 'xn--bcher-kva', 'ab--c', '-', '0x7f', '127', '1', 'a'.repeat(63), 'com', 'A'),
  )
  const segment = fc.oneof(
    fc.stringMatching(/^[\w.~-]{0,8}$/),
    fc.constantFrom('', '.', '..', '...', '.a', '%2e', '%2e%2e', 'a b', "'", 'é', '@', ':', '\\'),
  )
  const query = fc.oneof(fc.constant(''), fc.stringMatching(/^\?[\w.~=&%'"+#-]{0,12}$/))
  const link = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 10 }), fc.array(segment, { maxLength: 5 }), query)
    .map(([labels, segments, search]) => `https://${labels.join('.')}/${segments.join('/')}${search}`)
  fc.assert(
    fc.property(link, (text) => {
      const kept = parseWebLink(text)
      if (kept !== undefined) expect(kept).toBe(new URL(text).href)
      else if (URL.canParse(text)) expect(text).toMatch(/[\\\s@]/)
    }),
    { numRuns: runs(20_000) },
  )
})

test('T-10: a store link stays on the store’s own host', () => {
  const link = 'https://apps.apple.com.evil.example/app/id1'
  expect(everyLinkIs(link).app).toEqual({ mac: link, windows: link, linux: link, browser: link })
})

test.each([
  'https://{uri}/',
  'https://{uri}.example/',
  'https://%7Buri%7D.example/',
  'https://a.{{wcUri}}.example/wc',
  'https://a!b.example/',
])('T-10: drops %s, whose host is not a public name', (link) => {
  expect(parseWebLink(link)).toBeUndefined()
})

test('T-10: drops links over their limits', () => {
  // The limit applies to the form that `URL` writes, because clients read that form again.
  expect(parseWebLink(`https://example.com/${'ü'.repeat(700)}`)).toBeUndefined()
  expect(parseWebLink(`https://example.com/${'a'.repeat(2048)}`)).toBeUndefined()
  expect(parseNativeLink(`quay://${'a'.repeat(256)}`)).toBeUndefined()
})

test.each(['quay://user@host', 'quay://user:secret@host/wc', 'htps://user:p{urlEncoded}@h', 'quay://:@host?uri='])(
  'parseNativeLink: %s is refused or has no user name and password',
  (link) => {
    const { username = '', password = '' } = parseNativeLink(link) === undefined ? {} : new URL(link)
    expect(username + password).toBe('')
    expect(parseNativeLink('quay://host/@name?at=@')).toBe('quay://host/@name?at=@')
  },
)
