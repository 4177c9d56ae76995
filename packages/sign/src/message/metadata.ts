import { asObject, field, isTopic, parseNativeLink, parseWebLink, type Reason } from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'

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
