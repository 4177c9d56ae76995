import type { Random } from '@hawser/test-kit/random'
import { formatCaip122Message, type SignInNamespace } from '@hawser/wire'

export const namespaces = ['eip155', 'solana', 'bip122'] as const
const accounts: Readonly<Record<SignInNamespace, { readonly address: string; readonly chainId: string }>> = {
  eip155: { address: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946', chainId: '8453' },
  solana: {
    address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  bip122: {
    address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    chainId: '000000000019d6689c085ae165831e93',
  },
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const word = (random: Random, length: number) =>
  Array.from({ length }, () => letters.charAt(random.integer(letters.length))).join('')
const time = (random: Random) => new Date(random.word() * 1000).toISOString()
function maybe<T>(random: Random, make: (random: Random) => T): T | undefined {
  return random.chance(0.5) ? make(random) : undefined
}

/** Creates a message as a site could write it. */
export function createMessage(random: Random, namespace: SignInNamespace): string {
  const domain = random.pick(['app.example', 'localhost:4400', '[::1]:80', 'https://a.example', 'x%41.example'])
  return formatCaip122Message(namespace, {
    domain,
    ...accounts[namespace],
    statement: maybe(random, () => random.pick(['Sign in.', '', 'URI: https://evil.example', 'Nonce: 12345678'])),
    uri: random.pick(['https://app.example/', 'https://a.example:8/p?q=1#f', 'uri:', 'http://[::ffff:1.2.3.4]/']),
    nonce: word(random, 8 + random.integer(20)),
    issuedAt: time(random),
    expirationTime: maybe(random, time),
    notBefore: maybe(random, time),
    requestId: maybe(random, () => word(random, random.integer(24))),
    resources: maybe(random, () =>
      Array.from({ length: random.integer(3) }, () => `https://a.example/${word(random, 3)}`),
    ),
  })
}

const characters = '0123456789abcdefXZ:@?&=%+/-_[],. \n\r\t\0"<>\\^`{|}éß\u202e\u2028\ud800\u00a0\uff10'
const characterOf = (random: Random) => characters.charAt(random.integer(characters.length))
const splice = (text: string, at: number, dropped: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + dropped)
const lineNames = ['URI: ', 'Version: ', 'Chain ID: ', 'Nonce: ', 'Issued At: ', 'Expiration Time: ', 'Not Before: ']

type Change = (random: Random, text: string) => string
/** An attacker's edits: change, drop, add, repeat, swap and respell. */
const changes: readonly [Change, ...Change[]] = [
  (random, text) => splice(text, random.integer(text.length), 1, characterOf(random)),
  (random, text) => splice(text, random.integer(text.length), 0, characterOf(random)),
  (random, text) => splice(text, random.integer(text.length), 1 + random.integer(12), ''),
  (random, text) => text.slice(0, random.integer(text.length)),
  (random, text) => text.slice(random.integer(text.length)),
  (random, text) => {
    const lines = text.split('\n')
    const line = random.integer(lines.length)
    return lines.toSpliced(line, 0, lines[random.integer(lines.length)] ?? '').join('\n')
  },
  (random, text) => {
    const lines = text.split('\n')
    return lines.toSpliced(random.integer(lines.length), 1).join('\n')
  },
  (random, text) => {
    const lines = text.split('\n')
    const [one, two] = [random.integer(lines.length), random.integer(lines.length)]
    return lines
      .with(one, lines[two] ?? '')
      .with(two, lines[one] ?? '')
      .join('\n')
  },
  (random, text) => {
    const name = random.pick(['URI: ', ...lineNames])
    return text.replace(`\n${name}`, `\n${random.pick([name.toLowerCase(), `${name} `, name.trim(), ` ${name}`])}`)
  },
  (random, text) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\u2028', '\n\n', '\n '])),
  (random, text) => `${text}\n${random.pick(['', 'Resources:', '- a:b', 'Nonce: 12345678', 'Request ID: a', ' '])}`,
  (random, text) => text.replace(/Chain ID: \S+/, `Chain ID: ${random.pick(['01', '1e3', '0x1', '١', '-1', '', '1'])}`),
  (random, text) =>
    text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, () =>
      random.pick([
        '2026-02-30T00:00:00Z',
        '2026-11-21T23:59:60Z',
        '2026-11-21 00:00:00Z',
        '+010000-01-01T00:00:00Z',
        '2026-11-21T00:00:00+24:00',
        '2026-11-21T00:00:00-00:00',
        '2026-11-21t00:00:00z',
        'NaN',
      ]),
    ),
  (random, text) => {
    const at = random.integer(text.length)
    const letter = text.charAt(at)
    return splice(text, at, 1, letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
  },
  (random, text) => text.normalize(random.pick(['NFD', 'NFKD'])) + characterOf(random).repeat(random.integer(4_200)),
  (random, text) => text.replace(/your \w+ account/, `your ${random.pick(['Ethereum', 'Solana', 'Bitcoin'])} account`),
]

/** Alters the text once or twice. */
export function alter(random: Random, text: string): string {
  const other = random.pick(changes)(random, text)
  return random.chance(0.3) ? random.pick(changes)(random, other || text) : other
}
