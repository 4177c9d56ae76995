import { formatPairingUri, type Topic } from '@hawser/wire'
import { bytesToHex } from '../envelope/hex.ts'
import { topicOf } from '../envelope/topic.ts'

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
