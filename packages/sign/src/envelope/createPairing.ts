import { formatPairingUri, type Topic } from '@hawser/wire'

// Topic and hex stand beside the pairing on purpose: bundlers cut pages into files by module, and this one is fetched before
// a code is drawn. A module of it that others import for themselves would be a file more.

/** How long a pairing link may be used (WalletConnect core/pairing: an inactive pairing lives five minutes). */
export const pairingLifetimeMs = 300_000

/** The key of a pairing, and the topic it gives. */
export type PairingKey = {
  readonly topic: Topic
  /** 32 bytes. Whoever holds them can read the pairing. */
  readonly symKey: Uint8Array
}

/** A channel to propose a session on, before anybody is told of it. */
export type Pairing = PairingKey & {
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Holds the key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
}

/** Makes the key of a pairing (WalletConnect core/pairing). It may be made long before the pairing. */
export async function createPairingKey(randomBytes: (length: number) => Uint8Array): Promise<PairingKey> {
  const symKey = randomBytes(32)
  return { topic: await topicOf(symKey), symKey }
}

/**
 * Makes a pairing without a client, and at once where the key is there: a page can draw its QR code, or open a wallet within
 * the tap that asks for it, while the client is still being fetched. It is handed to `propose` (WalletConnect core/pairing).
 */
export function createPairing(options: {
  /** Of this pairing alone. */
  readonly key: PairingKey
  readonly now: () => number
  /** What a wallet is asked besides a proposal: `wc_sessionAuthenticate` for one-tap. Default: nothing. */
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

/** SHA-256 as the platform has it. Pages that are not a secure context fetch a chunk with noble's. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes)))
  const noble = await import('./nobleCurves.ts')
  return noble.sha256(bytes)
}
