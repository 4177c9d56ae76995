import { base64, base64url } from '@scure/base'
import { InvalidPairingUriError, isMethod, type PairingUri } from './formatPairingUri.ts'
import { isTopic } from './topic.ts'
import { decodeUtf8 } from './utf8.ts'

const maxLength = 4096
const form = /^wc:(?:\/\/)?([^@?]+)@(\d+)\?(.*)$/is
// The link that opens a wallet carries the URI as its parameter.
const walletLink = /^(?!wc:)[a-z][-+.a-z0-9]*:.*?[?&]uri=([^#]*)/is

/**
 * Reads a pairing URI. Accepts the forms that real clients make: `wc:` and `wc://`, any parameter order, unknown parameters,
 * percent-encoding of the whole once or twice, and base64 of the whole. Also accepts the link that opens a wallet with the URI.
 * @throws InvalidPairingUriError - never with the URI in its text, which would leak the key
 */
export function parsePairingUri(value: unknown): PairingUri {
  if (typeof value !== 'string' || value.length === 0 || value.length > maxLength) {
    throw new InvalidPairingUriError(`A pairing link is a text of 1 to ${maxLength} characters that starts with "wc:".`)
  }
  const text = unwrap(value.trim())
  if (/[?&]sessionTopic=/.test(text) && !text.includes('symKey'))
    throw new InvalidPairingUriError(
      'A link with "sessionTopic" opens a request of a session, not a pairing. Open it in the wallet that has the session.',
    )
  // Some links encode everything but the scheme.
  const match = form.exec(text) ?? form.exec(decoded(text))
  if (match === null)
    throw new InvalidPairingUriError('A pairing link looks like "wc:<topic>@2?relay-protocol=irn&symKey=…".')
  const [, topic = '', version = '', query = ''] = match
  if (version !== '2')
    throw new InvalidPairingUriError(
      `This pairing link is of version ${version.slice(0, 4)}; only version 2 can be opened.`,
    )
  if (!isTopic(topic)) throw new InvalidPairingUriError('The topic of a pairing link is 64 lower-case hex characters.')

  const params = parseQuery(query)
  const symKey = params.get('symKey') ?? ''
  if (!isTopic(symKey))
    throw new InvalidPairingUriError('The symKey of a pairing link is 64 lower-case hex characters.')
  if (params.get('relay-protocol') !== 'irn')
    throw new InvalidPairingUriError('The relay-protocol of a pairing link must be "irn".')
  return {
    topic,
    symKey,
    expiresAt: parseExpiry(params.get('expiryTimestamp')),
    methods: parseMethods(params.get('methods')),
  }
}

function unwrap(text: string): string {
  if (/^wc:/i.test(text)) return text
  // Pages, browsers and phones encode a link again.
  if (/^wc%/i.test(text)) {
    const once = decoded(text)
    return /^wc%/i.test(once) ? decoded(once) : once
  }
  const carried = walletLink.exec(text)?.[1]
  if (carried !== undefined) return /^wc/i.test(carried) ? unwrap(carried) : text
  // Some wallets' links carry the whole URI in base64: "d2M6" is base64 of "wc:".
  if (!text.startsWith('d2M6')) return text
  try {
    const bytes = /[-_]/.test(text) ? base64url.decode(padded(text)) : base64.decode(padded(text))
    return decodeUtf8(bytes)
  } catch {
    return text
  }
}

/** The first value of each name. Does not use `URLSearchParams`, because React Native's throws when it is read. */
function parseQuery(query: string): ReadonlyMap<string, string> {
  // HTML writes an ampersand as `&amp;`.
  const parts = query.split(/(?:&(?:amp;)?)+/).map((part) => part.replace(/\+/g, ' ').split('='))
  return new Map(parts.reverse().map(([name = '', ...value]) => [decoded(name), decoded(value.join('='))]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function padded(text: string): string {
  return text.replace(/={1,2}$/, '').padEnd(Math.ceil(text.replace(/={1,2}$/, '').length / 4) * 4, '=')
}

function parseExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,16}$/.test(text))
    throw new InvalidPairingUriError('The expiryTimestamp of a pairing link is a number of seconds.')
  // Thirteen digits are milliseconds, sixteen are microseconds. A link has whole seconds.
  let seconds = Number(text)
  while (seconds >= 1e12) seconds /= 1000
  return Math.floor(seconds) * 1000
}

function parseMethods(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  // The specification nests arrays ("[wc_a,wc_b],[wc_c]"); clients send one flat list, some with quotation marks.
  return text.split(/[[\],"'\s]+/).filter(isMethod)
}
