import { formatPairingUri, type Topic } from '@hawser/wire'
import { bytesToHex } from './hex.ts'
import { topicOf } from './topic.ts'

/** How long a pairing link may be used (WalletConnect core/pairing: an inactive pairing lives five minutes). */
export const pairingLifetimeMs = 300_000

/** A channel to propose a session on, before anybody is told of it. */
export type Pairing = {
  readonly topic: Topic
  /** 32 bytes. Whoever holds them can read the pairing. */
  readonly symKey: Uint8Array
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Holds the key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
}

/**
 * Makes a pairing without a client: a page can draw its QR code while the client is still being fetched, and hand the
 * pairing to `propose` (WalletConnect core/pairing).
 */
export function createPairing(options: {
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
  /** What a wallet is asked besides a proposal: `wc_sessionAuthenticate` for one-tap. Default: nothing. */
  readonly methods?: readonly string[]
}): Pairing {
  const symKey = options.randomBytes(32)
  const topic = topicOf(symKey)
  const expiresAt = options.now() + pairingLifetimeMs
  const pairingUri = formatPairingUri({ topic, symKey: bytesToHex(symKey), expiresAt, methods: options.methods ?? [] })
  return { topic, symKey, expiresAt, pairingUri }
}
