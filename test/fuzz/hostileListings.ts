import type { Random } from '@hawser/test-kit/random'

/** JSON texts of listings as a malicious or careless author would write them. The same randomness yields the same texts. */
export type HostileListings = { next(): string }

type Texts = readonly [string, ...string[]]

const stores: Texts = ['ios', 'android', 'chrome', 'firefox', 'edge', 'opera', 'safari', 'mac', 'windows', 'linux']
const fields: Texts = [
  ...(['id', 'name', 'image_id', 'homepage', 'app', 'mobile', 'desktop', 'chains', 'rdns'] as const),
  ...(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'injected', 'order', ''] as const),
]
const schemes: Texts = [
  ...([
    'javascript',
    'data',
    'vbscript',
    'file',
    'blob',
    'filesystem',
    'intent',
    'about',
    'content',
    'chrome',
  ] as const),
  ...(['view-source', 'http', 'https', 'ws', 'ftp', 'mailto', 'tel', 'sms', 'market', 'itms-services', 'wc'] as const),
  ...(['android-app', 'ms-msdt', 'search-ms', 'shell', 'jar', 'quay', 'q', 'x-quay', 'QUAY', 'q'.repeat(33)] as const),
]
const payloads: Texts = [
  ...(['alert(1)', '//', '///etc/passwd', '//evil.example/', 'text/html,<script>alert(1)</script>', ''] as const),
  ...([
    '//scan/#Intent;scheme=x;S.browser_fallback_url=https://evil.example;end',
    '//%0aalert(1)',
    '//\u202e',
  ] as const),
  ...(['//user:pw@evil.example/', '//evil.example:8443/', '//[::1', '//xn--e1afmkfd/', '//a.b/?uri=wc:x#y'] as const),
  ...([
    `//${'a'.repeat(2_100)}/`,
    '//127.0.0.1:1/',
    '//localhost/',
    '//apps.apple.com.evil.example/app',
    '\\\\evil',
  ] as const),
]
const webLinks: Texts = [
  ...(['https://quay.example/', 'https://apps.apple.com/app/id1', 'https://play.google.com/store?id=x'] as const),
  ...([
    'https://chromewebstore.google.com/detail/x',
    'https://кошелёк.example/путь',
    'https://a.example/%2e%2e/',
  ] as const),
]
const names: Texts = [
  ...([
    'Quay Wallet',
    'MetaМask',
    'Meta\u200bMask',
    '\u202eksaMateM',
    '\u2066Trust\u2069',
    'ＭｅｔａＭａｓｋ',
    '😀',
  ] as const),
  ...([
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    "'; drop table wallets; --",
    '$\u007bx}',
    '\u0000',
    '\ud800',
    '\ufffe',
  ] as const),
  ...([
    'ﷺ'.repeat(8),
    `e${'\u0301'.repeat(200)}`,
    '한국지갑',
    'محفظة',
    '\u3164',
    '\u00ad',
    ' ',
    'a'.repeat(65),
    'İ',
  ] as const),
  ...([
    '__proto__',
    'constructor',
    'null',
    '\u1100'.repeat(64),
    '\u{e0041}\u{e0042}',
    '\u180e',
    '1',
    '...',
    'ß'.repeat(64),
  ] as const),
]
const disguises = (text: string): Texts => [
  text,
  text.toUpperCase(),
  ` ${text}`,
  `\t${text}`,
  `${text.slice(0, 3)}\n${text.slice(3)}`,
  `${text.slice(0, 2)}\u0000${text.slice(2)}`,
  `\u200b${text}`,
  encodeURIComponent(text),
  text.replace(':', '&colon;'),
  text.replace(':', '\uff1a'),
  text.replace('/', '\\'),
]

export function createHostileListings(random: Random): HostileListings {
  const character = () =>
    String.fromCharCode(random.chance(0.7) ? 0x20 + random.integer(0x60) : random.integer(0x10000))
  const noise = (most: number) => Array.from({ length: random.integer(most) }, character).join('')
  const link = (): string => {
    if (random.chance(0.35)) return random.pick(webLinks)
    return (
      random.pick(disguises(`${random.pick(schemes)}:${random.pick(payloads)}`)) + (random.chance(0.1) ? noise(9) : '')
    )
  }
  const anything = (depth: number): unknown => {
    const kind = random.integer(depth > 3 ? 6 : 9)
    if (kind === 0) return noise(30)
    if (kind === 1) return random.pick([0, -1, 1e308, 2 ** 53, 0.1])
    if (kind === 2) return random.chance(0.5)
    if (kind === 3) return null
    if (kind === 4) return link()
    if (kind === 5) return random.pick(names)
    if (kind === 6) return Array.from({ length: random.integer(4) }, () => anything(depth + 1))
    return object(Array.from({ length: random.integer(4) }, () => [random.pick(fields), anything(depth + 1)]))
  }
  const some = <T>(probability: number, value: () => T) => (random.chance(probability) ? value() : anything(1))
  const links = () =>
    object([
      ['native', some(0.9, link)],
      ['universal', some(0.9, link)],
      ...(random.chance(0.1) ? [['__proto__', { native: 'javascript:alert(1)', polluted: true }] as const] : []),
    ])
  const id = () =>
    random.chance(0.8)
      ? `w${random.word().toString(36)}`
      : random.pick(['', '../etc', 'Quay', '-a', 'a'.repeat(65), '__proto__', 'constructor', 'a/b', 'ａ', 'a\u0000'])
  const name = () =>
    random.chance(0.5) ? random.pick(names) : random.chance(0.5) ? noise(70) : `Quay ${random.word()}`
  const chains = () =>
    Array.from({ length: random.integer(5) }, () =>
      random.pick<unknown>(['eip155', 'eip155:1', 'solana', 'eip155:', ':1', 'x'.repeat(99), 1, null, '__proto__', {}]),
    )
  return {
    next() {
      if (random.chance(0.02)) return cutText(random, text(anything(0)))
      const parts: [string, unknown][] = [
        ['id', some(0.95, id)],
        ['name', some(0.97, name)],
        ['image_id', some(0.5, id)],
        ['homepage', some(0.9, link)],
        ['app', some(0.9, () => object(Array.from({ length: 3 }, () => [random.pick(stores), some(0.9, link)])))],
        ['mobile', some(0.9, links)],
        ['desktop', some(0.9, links)],
        ['chains', some(0.9, chains)],
        [
          'rdns',
          some(0.5, () => random.pick(['io.quay', 'a', '..', 'IO.QUAY', 'a'.repeat(129), 'io.quay\u202e', '-x'])),
        ],
      ]
      if (random.chance(0.2)) parts.push([random.pick(fields), anything(0)])
      if (random.chance(0.05)) parts.push(['__proto__', { polluted: true, name: 'Polluted' }])
      const whole = text(object(parts))
      return random.chance(0.02) ? cutText(random, whole) : whole
    },
  }
}

// Creates `__proto__` as an own property, as JSON.parse does.
function object(parts: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [name, value] of parts)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

function cutText(random: Random, whole: string): string {
  const at = random.integer(whole.length + 1)
  return random.chance(0.5)
    ? whole.slice(0, at)
    : whole.slice(0, at) + random.pick(['{', ']', '"', ',', '\\']) + whole.slice(at)
}
