import { isTopic, parseNativeLink, parseWebLink, type Reason } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'

// Readers for a peer's description of itself, its times, and the session that a wallet settles. One file, because they
// are fetched together.

/** An app's or wallet's description of itself. Nothing in it is proven: show it, never trust it. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: { readonly native?: string; readonly universal?: string }
}

/** One end of a session. `publicKey` is X25519, 32 bytes as hex. */
export type Peer = { readonly publicKey: string; readonly metadata: Metadata }

/**
 * Reads a peer. Official clients ask only for its key, so a peer without metadata has no name. Cuts texts to length,
 * removes invisible characters, and drops icons and redirects that could run code.
 * @throws InvalidSessionMessageError
 */
export function parsePeer(value: unknown, reason: Reason): Peer {
  const peer = asObject(value) ?? {}
  const publicKey = field(peer, 'publicKey')
  if (!isTopic(publicKey)) {
    throw new InvalidSessionMessageError('A peer must have a public key of 64 hex characters.', reason)
  }
  return { publicKey, metadata: parseMetadata(asObject(field(peer, 'metadata')) ?? {}) }
}

// Control characters, bidirectional marks and broken surrogates: a name must not reorder or hide the words around it
// (T-13).
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

function parseMetadata(metadata: Readonly<Record<string, unknown>>): Metadata {
  const text = (name: string, maxLength: number) => {
    const value = field(metadata, name)
    return typeof value === 'string' ? value.slice(0, maxLength).replace(unseen, '') : ''
  }
  const icons = field(metadata, 'icons')
  const links = asObject(field(metadata, 'redirect')) ?? {}
  const native = parseNativeLink(withSlashes(field(links, 'native')))
  const universal = parseWebLink(field(links, 'universal'))
  return {
    name: text('name', 256),
    description: text('description', 1024),
    url: text('url', 2048),
    icons: Array.isArray(icons) ? icons.filter(isIcon).slice(0, 8) : [],
    ...((native !== undefined || universal !== undefined) && {
      redirect: { ...(native !== undefined && { native }), ...(universal !== undefined && { universal }) },
    }),
  }
}

/** Wallets also write `quay:`, `Quay://` and `quay:/request`. Not `tidyNativeLink`, whose file would come before the QR code. */
function withSlashes(link: unknown): unknown {
  return typeof link === 'string'
    ? link.replace(/^([a-z][a-z0-9+.-]{0,63}):\/{0,2}/i, (_, scheme) => `${scheme.toLowerCase()}://`)
    : link
}

function isIcon(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 8192 && /^(https?:\/\/|data:image\/)/i.test(value)
}

/** A wallet's settings for its session. */
export type SessionConfig = {
  /** True if a request must not bring the wallet to the front. */
  readonly disableDeepLink: boolean
}

/** Reads a wallet's settings for its session, if there are any. */
export function parseSessionConfig(params: Readonly<Record<string, unknown>>): { sessionConfig?: SessionConfig } {
  const config = asObject(field(params, 'sessionConfig'))
  return config ? { sessionConfig: { disableDeepLink: field(config, 'disableDeepLink') === true } } : {}
}

/** The lifetime of a session after its settlement or extension: seven days (WalletConnect sign/session-settlement). */
export const sessionLifetimeMs = 7 * 86_400_000
// The longest lifetime that a peer can give a session: a longer one is cut. Most wallets use seven days. Some add seven
// days to the old end with each extension, or use a year.
const maxSessionLifetimeMs = 31 * 86_400_000

/**
 * Returns the expiry that a peer gives a session, at most a month from `now`. Times are epoch milliseconds.
 * @throws InvalidSessionMessageError - the expiry is in the past
 */
export function limitExpiry(expiresAt: number, now: number, reason: Reason): number {
  if (expiresAt <= now) throw new InvalidSessionMessageError('A session must end in the future.', reason)
  return Math.min(expiresAt, now + maxSessionLifetimeMs)
}

// Epoch seconds that no real clock reaches. A larger number is in milliseconds or microseconds.
const maxSeconds = 100_000_000_000

/**
 * Reads a time that a peer writes in epoch seconds, and returns epoch milliseconds, to the second. Some peers write a text, a
 * fraction, milliseconds or microseconds. Undefined for any other value.
 */
export function parseTime(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\s*\d[\d.]*\s*$/.test(value)
  let seconds = isText ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < 1e16)) return undefined
  while (seconds > maxSeconds) seconds /= 1000
  return Math.floor(seconds) * 1000
}
