import { BaseError } from './baseError.ts'
import type { Topic } from './topic.ts'

// Separate from the parser, with its errors: a page fetches only this file before it draws a code.

/** The contents of a pairing URI. `expiresAt` is epoch milliseconds; the URI itself has seconds. */
export type PairingUri = {
  readonly topic: Topic
  /** 32 bytes as hex. Anyone with this key can read the pairing: never log it. */
  readonly symKey: string
  readonly expiresAt: number | undefined
  readonly methods: readonly string[]
}

/** The text is not a pairing URI of version 2. The message never contains the URI, because the URI carries a key. */
export class InvalidPairingUriError extends BaseError {
  readonly code = 'invalid_pairing_uri'
}

/** A pairing link has expired, or was answered already. */
export class PairingExpiredError extends BaseError {
  readonly code = 'pairing_expired'
}

/** Whether a name can be in the link unchanged: none of its characters ends the parameter. */
export const isMethod = (name: unknown): boolean => typeof name === 'string' && /^\w{1,64}$/.test(name)
/** Repeats `isTopic`: an import of that function would also fetch the code that reads. */
const isHex32 = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/**
 * Writes a pairing as the text of a QR code or deep link (WalletConnect pairing-uri, extends EIP-1328).
 * @param pairing - `expiresAt` in epoch milliseconds
 */
export function formatPairingUri(pairing: PairingUri): string {
  const { topic, symKey, expiresAt = 0, methods } = pairing ?? {}
  // Callers without types can pass anything. One sentence covers all fields, because every page fetches it before the code.
  if (!isHex32(topic) || !isHex32(symKey) || !Number.isFinite(expiresAt) || !methods?.every?.(isMethod))
    throw new InvalidPairingUriError('A pairing needs topic, symKey, expiresAt and methods.')
  const params = [`relay-protocol=irn`, `symKey=${pairing.symKey}`]
  if (pairing.expiresAt !== undefined) params.push(`expiryTimestamp=${Math.floor(pairing.expiresAt / 1000)}`)
  if (pairing.methods.length > 0) params.push(`methods=${pairing.methods.join(',')}`)
  return `wc:${pairing.topic}@2?${params.join('&')}`
}
