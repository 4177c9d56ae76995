import { asObject, field, isTopic, parseNativeLink, parseWebLink, type Reason } from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'

// What a wallet says of itself and of the session it settles: in one file, as both are fetched where either is read.

/** What an app or wallet says of itself. Nothing of it is proven: show it, never trust it. */
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
 * Reads a peer. Texts are cut to length and lose what is not to be seen, icons and redirects that could run code are left out.
 * @throws InvalidSessionMessageError
 */
export function parsePeer(value: unknown, reason: Reason): Peer {
  const peer = asObject(value)
  const metadata = peer && asObject(field(peer, 'metadata'))
  const publicKey = peer && field(peer, 'publicKey')
  if (!isTopic(publicKey) || metadata === undefined) {
    throw new InvalidSessionMessageError('A peer has a public key of 64 hex characters and metadata.', reason)
  }
  return { publicKey, metadata: parseMetadata(metadata) }
}

// Controls, bidirectional marks and broken surrogates: a name must not reorder or hide the words it stands among (T-13).
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

function parseMetadata(metadata: Readonly<Record<string, unknown>>): Metadata {
  const text = (name: string, maxLength: number) => {
    const value = field(metadata, name)
    return typeof value === 'string' ? value.slice(0, maxLength).replace(unseen, '') : ''
  }
  const icons = field(metadata, 'icons')
  const links = asObject(field(metadata, 'redirect')) ?? {}
  const native = parseNativeLink(field(links, 'native'))
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

function isIcon(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 8192 && /^(https?:\/\/|data:image\/)/i.test(value)
}

/** What a wallet wishes for its session. */
export type SessionConfig = {
  /** A request is not to bring the wallet to the front. */
  readonly disableDeepLink: boolean
}

/** Reads what a wallet wishes for its session, if it does. */
export function parseSessionConfig(params: Readonly<Record<string, unknown>>): { sessionConfig?: SessionConfig } {
  const config = asObject(field(params, 'sessionConfig'))
  return config ? { sessionConfig: { disableDeepLink: field(config, 'disableDeepLink') === true } } : {}
}

/** Seven days, from settlement or extension (WalletConnect sign/session-settlement). */
export const sessionLifetimeMs = 7 * 86_400_000
// What a peer may claim: wallets use seven days; a month leaves room for other choices and for clocks that differ.
const maxSessionLifetimeMs = 31 * 86_400_000

/**
 * Checks the end of a session as a peer gives it.
 * @throws InvalidSessionMessageError
 */
export function checkExpiry(expiresAt: number, now: number, reason: Reason): void {
  if (expiresAt > now && expiresAt <= now + maxSessionLifetimeMs) return
  throw new InvalidSessionMessageError('A session ends in the future, within a month.', reason)
}
