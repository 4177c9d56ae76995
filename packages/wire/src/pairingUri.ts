import { base64, base64url } from '@scure/base'
import { InvalidPairingUriError, isMethod, type PairingUri } from './formatPairingUri.ts'
import { isTopic } from './topic.ts'
import { decodeUtf8 } from './utf8.ts'

const maxLength = 4096
// A link within a link is encoded twice, and its URI three times.
const maxLayers = 3
const form = /^wc:(?:\/\/)?([^@?]+)@(\d+)\?([^#]*)/is
// The link that opens a wallet carries the URI in a parameter, in its path or in its hash: percent-encoded, as written, or in
// base64, as Telegram needs it ("d2M6" is base64 of "wc:").
const parts = [/[?&]uri=(wc%[^?&#/=]*)/i, /[?&]uri=(wc[:%][^#]*)/i, /[?&#/=](wc%[^?&#/=]*)/i, /[?&#/=](wc[:%][^#]*)/i]
const base64Part = /(?:^|[?&#/=])(d2M6[-\w+/]*={0,2})/

/**
 * Reads a pairing URI. Accepts the forms that real clients make: `wc:` and `wc://`, any parameter order, unknown parameters,
 * percent-encoding of the whole once or twice, and base64 of the whole. Also accepts the link that opens a wallet with the URI.
 * An `expiryTimestamp` without a value (`undefined`, `null`) counts as absent.
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
  const match = form.exec(text)
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
  let link = text
  for (let layer = 0; layer < maxLayers; layer++) {
    const base64 = base64Part.exec(link)?.[1]
    const carried = [...parts.map((part) => part.exec(link)?.[1]), base64 && decodedBase64(base64)]
    const uris = [link, ...carried].flatMap((part) => unescaped(part) ?? [])
    // A part can end before the key, if only some of the URI is encoded.
    const uri = uris.find((each) => each.includes('symKey=')) ?? uris[0]
    if (uri !== undefined) return uri
    link = decoded(link)
  }
  return text
}

/** Decodes a URI until it has its form: pages, browsers and phones encode it again. */
function unescaped(part: string | undefined): string | undefined {
  let text = part
  for (let layer = 0; text && layer < maxLayers; layer++) {
    if (form.test(text)) return text
    text = decoded(text)
  }
  return undefined
}

function decodedBase64(text: string): string | undefined {
  try {
    return decodeUtf8(/[-_]/.test(text) ? base64url.decode(padded(text)) : base64.decode(padded(text)))
  } catch {
    return undefined
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
  if (text === undefined || /^(?:undefined|null|NaN)?$/.test(text)) return undefined
  if (!/^\d{1,19}(?:\.\d{1,16})?$/.test(text))
    throw new InvalidPairingUriError('The expiryTimestamp of a pairing link is a number of seconds.')
  // Thirteen digits are milliseconds, sixteen are microseconds, nineteen nanoseconds. A link has whole seconds.
  let seconds = Number(text)
  while (seconds >= 1e12) seconds /= 1000
  return Math.floor(seconds) * 1000
}

function parseMethods(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  // The specification nests arrays ("[wc_a,wc_b],[wc_c]"); clients send one flat list, some with quotation marks.
  return text.split(/[[\],"'\s]+/).filter(isMethod)
}
