import { formatPairingUri, type Topic } from '@hawser/wire'

// `topicOf` and `bytesToHex` are in this file on purpose. Bundlers split a page's code by module, and a page fetches
// this module before it draws a QR code. In a module of their own, they would cost the page one more file.

/** The lifetime of a pairing link (WalletConnect core/pairing: an inactive pairing lives five minutes). */
export const pairingLifetimeMs = 300_000

/** The key of a pairing, and the pairing's topic. */
export type PairingKey = {
  readonly topic: Topic
  /** 32 bytes. Anyone with this key can read the pairing. */
  readonly symKey: Uint8Array
}

/** A channel to propose a session on, which no wallet knows yet. */
export type Pairing = PairingKey & {
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Contains the key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
}

/**
 * Creates the key of a pairing (WalletConnect core/pairing), possibly long before the pairing.
 *
 * @example
 * const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
 */
export async function createPairingKey(randomBytes: (length: number) => Uint8Array): Promise<PairingKey> {
  const symKey = randomBytes(32)
  return { topic: await topicOf(symKey), symKey }
}

/**
 * Creates a pairing without a client and without a wait. A page can draw its QR code, or open a wallet within the
 * visitor's tap, while the client still loads. Pass the pairing to `propose` (WalletConnect core/pairing).
 *
 * @example
 * const pairing = createPairing({ key, now: Date.now })
 * const { approval } = await client.propose({ pairing, optionalNamespaces })
 */
export function createPairing(options: {
  /** A key that no other pairing uses. */
  readonly key: PairingKey
  readonly now: () => number
  /** Methods that the wallet can receive besides a proposal: `wc_sessionAuthenticate` for one-tap. Default: none. */
  readonly methods?: readonly string[]
}): Pairing {
  const { topic, symKey } = options.key
  const expiresAt = options.now() + pairingLifetimeMs
  const pairingUri = formatUri(topic, bytesToHex(symKey), expiresAt, options.methods)
  return { topic, symKey, expiresAt, pairingUri }
}

/** Formats the URI of a pairing. `symKey` is hex. */
export function formatUri(topic: Topic, symKey: string, expiresAt: number, methods: readonly string[] = []): string {
  return formatPairingUri({ topic, symKey, expiresAt, methods })
}

/** Returns the topic of a symmetric key's mailbox: the SHA-256 of its 32 bytes, in hex (WalletConnect core/pairing). */
export async function topicOf(symKey: Uint8Array): Promise<Topic> {
  return bytesToHex(await sha256(symKey))
}

/** Encodes bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** Hashes with the platform's SHA-256. Pages outside a secure context fetch noble's in a chunk. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes)))
  const noble = await import('./nobleCurves.ts')
  return noble.sha256(bytes)
}
