import { BaseError } from './baseError.ts'
import type { Topic } from './topic.ts'

// Apart from what reads pairing URIs, error and all: only this much is fetched before a code is drawn.

/** The contents of a pairing URI. `expiresAt` is epoch milliseconds; the URI itself holds seconds. */
export type PairingUri = {
  readonly topic: Topic
  /** 32 bytes as hex. Anyone who has it can read the pairing: never log it. */
  readonly symKey: string
  readonly expiresAt: number | undefined
  readonly methods: readonly string[]
}

/** The text is no pairing URI of version 2. Its message never holds the URI: it carries a key. */
export class InvalidPairingUriError extends BaseError {
  readonly code = 'invalid_pairing_uri'
}

/** A pairing link is past its time, or was answered already. */
export class PairingExpiredError extends BaseError {
  readonly code = 'pairing_expired'
}

/** A name that cannot end its place in the link. */
export const isMethod = (name: unknown): boolean => typeof name === 'string' && /^\w{1,64}$/.test(name)
/** As `isTopic`, which this file would bring along with all that reads. */
const isHex32 = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/**
 * Writes a pairing as the text of a QR code or deep link (WalletConnect pairing-uri, extends EIP-1328).
 * @param pairing - `expiresAt` in epoch milliseconds
 */
export function formatPairingUri(pairing: PairingUri): string {
  const { topic, symKey, expiresAt = 0, methods } = pairing ?? {}
  // Of callers without types. In one sentence: it is on the way to the code.
  if (!isHex32(topic) || !isHex32(symKey) || !Number.isFinite(expiresAt) || !methods?.every?.(isMethod))
    throw new InvalidPairingUriError('A pairing needs topic, symKey, expiresAt and methods.')
  const params = [`relay-protocol=irn`, `symKey=${pairing.symKey}`]
  if (pairing.expiresAt !== undefined) params.push(`expiryTimestamp=${Math.floor(pairing.expiresAt / 1000)}`)
  if (pairing.methods.length > 0) params.push(`methods=${pairing.methods.join(',')}`)
  return `wc:${pairing.topic}@2?${params.join('&')}`
}
