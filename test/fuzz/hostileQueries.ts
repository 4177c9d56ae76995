import type { Random } from '@hawser/test-kit/random'

/** A request as it could arrive over the wire: no part is guaranteed to be correct. */
export type HostileQuestion = {
  readonly method: string
  readonly target: string
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
}

export type HostileQueries = { next(): HostileQuestion }

/** The routes under test: paths as documented, with `{id}` for a param, and the names of their params. */
export type Routes = readonly { readonly path: string; readonly params: readonly string[] }[]

type Texts = readonly [string, ...string[]]

const searches: Texts = [
  ...(['metamask', 'a', 'wal', 'trust wallet', 'metamsak', '小', 'кошелёк', 'كيف', 'com', '💎', 'İ', 'ﷺ'] as const),
  ...([
    "' or 1=1 --",
    '.*',
    '(a+)+$',
    '%',
    '_',
    '<script>',
    '$\u007b7*7}',
    '\\',
    '"',
    '`',
    '../..',
    'null',
    'NaN',
  ] as const),
  ...(['a'.repeat(64), 'a'.repeat(65), 'ab '.repeat(21), 'q'.repeat(64), 'ﷺ'.repeat(64), '\u0301'.repeat(64)] as const),
  ...(['a b c d e f', 'a b c d e f g h i j', '\u202e', '\u200b', '\u0000', '\ud800', '__proto__', '=&?#'] as const),
]
const values: Texts = [
  ...([
    '',
    '0',
    '1',
    '2',
    '40',
    '100',
    '101',
    '-1',
    '1e3',
    '01',
    '1.5',
    '9999999',
    '10000000',
    ' 1',
    '１',
    'x',
  ] as const),
  ...([
    'eip155',
    'eip155:1',
    'eip155:1,solana',
    ',,,',
    'a'.repeat(9_000),
    'metamask,ledger',
    '../..',
    '*',
    'true',
  ] as const),
  ...(['ios', 'ios,android', 'mobile', 'wcm', '__proto__', 'constructor', '[object Object]', '\u202e', '😀'] as const),
]
const wildNames: Texts = [
  '__proto__',
  'constructor',
  'toString',
  'a[b]',
  'Page',
  'page ',
  'ids',
  'callback',
  '',
  '\u0000',
]
const ids: Texts = [
  ...(['metamask', 'ledger', 'zerion', 'a', '..', '.', '%2e%2e', '..%2f..', '%00', '%', '%zz', '~', '*', ''] as const),
  ...([
    '__proto__',
    'constructor',
    'a'.repeat(64),
    'a'.repeat(65),
    'LEDGER',
    'ledger.json',
    'a/b',
    '\u202e',
    ';',
  ] as const),
]
const wildPaths: Texts = [
  ...(['/', '//', '', '*', '/v1', '/v1/', '/v1//wallets', '/v1/wallets/', '/V1/WALLETS', '/v1/pages/', '/..'] as const),
  ...([
    '/v1/../healthz',
    '/%',
    '/%00',
    '/v1/images/a/b',
    '/w3m',
    '/v1/wallets/a/b',
    '/__proto__',
    '/constructor',
  ] as const),
  ...([
    '//evil.example/v1/wallets',
    '/\\evil',
    '/v1/wallets%3fpage=1',
    '/v1/wallets;x',
    `/${'a'.repeat(20_000)}`,
  ] as const),
]
const methods: Texts = [
  ...(['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'get', ''] as const),
]
const encodings: Texts = [
  'gzip',
  'br',
  'gzip;q=0',
  'br;q=1e9',
  '*',
  ',,,',
  'identity;q=0',
  'gzip, br;q=',
  'x'.repeat(5_000),
]
const tags: Texts = ['*', '"x"', 'W/"', ',', 'x'.repeat(9_000), '"', '\u0000']

export function createHostileQueries(random: Random, routes: Routes, files: readonly string[]): HostileQueries {
  const character = () =>
    String.fromCharCode(random.chance(0.8) ? 0x20 + random.integer(0x60) : random.integer(0x10000))
  const noise = (most: number) => Array.from({ length: random.integer(most) }, character).join('')
  const pick = (texts: readonly string[]) => texts[random.integer(texts.length)] ?? ''
  const textFor = (name: string) => {
    if (random.chance(0.1)) return noise(80)
    return name === 'search' && random.chance(0.8) ? random.pick(searches) : random.pick(values)
  }
  // Mostly written as a client does; sometimes unescaped or escaped wrong.
  const write = (text: string) => {
    if (random.chance(0.85)) return encodeURIComponent(text.toWellFormed())
    return random.chance(0.5)
      ? text
      : encodeURIComponent(text.toWellFormed()).replace('%', random.pick(['%%', '%u', '']))
  }
  const queryOf = (params: readonly string[]) => {
    if (random.chance(0.03)) return noise(200)
    const pairs = Array.from({ length: random.integer(4) }, () => {
      const name = random.chance(0.95) ? pick(params) : random.pick(wildNames)
      return `${write(name)}${random.chance(0.97) ? '=' : ''}${write(textFor(name))}`
    })
    return pairs.join(random.chance(0.98) ? '&' : random.pick([';', '&&', '?']))
  }
  const pathOf = (path: string) => path.replace('{id}', () => (random.chance(0.7) ? random.pick(ids) : noise(20)))
  return {
    next() {
      const route = routes[random.integer(routes.length)]
      const kind = random.word() / 2 ** 32
      const path = kind < 0.05 ? random.pick(wildPaths) : kind < 0.1 ? `/${pick(files)}` : pathOf(route?.path ?? '/')
      const query = queryOf(route?.params ?? [])
      return {
        method: random.chance(0.9) ? 'GET' : random.pick(methods),
        target: query === '' ? path : `${path}?${query}`,
        ifNoneMatch: random.chance(0.05) ? random.pick(tags) : undefined,
        acceptEncoding: random.chance(0.02) ? random.pick(encodings) : undefined,
      }
    },
  }
}
