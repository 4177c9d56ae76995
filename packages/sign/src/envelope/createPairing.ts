import { formatPairingUri, type Topic } from '@hawser/wire'

// Topic and hex are in this file on purpose. Bundlers split pages into files by module, and a page fetches this one
// before it draws a code. If other modules imported them from a module of their own, the page would fetch one more
// file.

/** How long a pairing link may be used (WalletConnect core/pairing: an inactive pairing lives five minutes). */
export const pairingLifetimeMs = 300_000

/** The key of a pairing, and its topic. */
export type PairingKey = {
  readonly topic: Topic
  /** 32 bytes. Anyone who has them can read the pairing. */
  readonly symKey: Uint8Array
}

/** A channel to propose a session on, before anybody else knows it. */
export type Pairing = PairingKey & {
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Contains the key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
}

/**
 * Makes the key of a pairing (WalletConnect core/pairing), possibly long before the pairing.
 *
 * @example
 * const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
 */
export async function createPairingKey(randomBytes: (length: number) => Uint8Array): Promise<PairingKey> {
  const symKey = randomBytes(32)
  return { topic: await topicOf(symKey), symKey }
}

/**
 * Makes a pairing without a client and without a wait. A page can draw its QR code, or open a
 * wallet within the visitor's tap, while the client still loads. Pass the pairing to `propose` (WalletConnect
 * core/pairing).
 *
 * @example
 * const pairing = createPairing({ key, now: Date.now })
 * const { approval } = await client.propose({ pairing, optionalNamespaces })
 */
export function createPairing(options: {
  /** The key, for this pairing only. */
  readonly key: PairingKey
  readonly now: () => number
  /** Methods that the wallet may receive besides a proposal: `wc_sessionAuthenticate` for one-tap. Default: none. */
  readonly methods?: readonly string[]
}): Pairing {
  const { topic, symKey } = options.key
  const expiresAt = options.now() + pairingLifetimeMs
  const pairingUri = formatUri(topic, bytesToHex(symKey), expiresAt, options.methods)
  return { topic, symKey, expiresAt, pairingUri }
}

/** The URI of a pairing, `symKey` in hex. */
export function formatUri(topic: Topic, symKey: string, expiresAt: number, methods: readonly string[] = []): string {
  return formatPairingUri({ topic, symKey, expiresAt, methods })
}

/** The address of a symmetric key's mailbox: sha256 of its 32 bytes (WalletConnect core/pairing). */
export async function topicOf(symKey: Uint8Array): Promise<Topic> {
  return bytesToHex(await sha256(symKey))
}

/** Bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** SHA-256 from the platform. Pages outside a secure context fetch a chunk with noble's. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes)))
  const noble = await import('./nobleCurves.ts')
  return noble.sha256(bytes)
}
