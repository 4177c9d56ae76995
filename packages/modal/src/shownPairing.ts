import { InvalidPairingUriError, parsePairingUri } from '@hawser/core'
import { formatPairingUri } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'

/** A pairing that other code made and this modal only shows. Anyone with its URI can read it: never log it. */
export type ShownPairing = {
  readonly pairingTopic: string
  readonly pairingUri: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

// The lifetime of a pairing whose URI does not state it (WalletConnect core/pairing).
const lifetimeMs = 300_000
const oldPattern = /^wc:([0-9a-f-]{8,64})@1\?(.*)$/i
const oldKeyPattern = /^[0-9a-f]{64}$/i

/**
 * Reads the URI of a pairing to show.
 * @throws InvalidPairingUriError - never with the URI in its message
 */
export function parseShownPairing(value: unknown, now: number): ShownPairing {
  const pairing = parsePairingUri(value)
  // Not as given: this code can read spellings that wallets cannot.
  const pairingUri = formatPairingUri(pairing)
  return { pairingTopic: pairing.topic, pairingUri, expiresAt: pairing.expiresAt ?? now + lifetimeMs }
}

/**
 * Reads a URI of version 2, or of version 1 as in the older modal, whose bridge belongs to the host.
 * @throws InvalidPairingUriError - never with the URI in its message
 */
export function parseAnyShownPairing(value: unknown, now: number): ShownPairing {
  const [, topic, query = ''] = (typeof value === 'string' && value.length <= 4096 && oldPattern.exec(value)) || []
  if (typeof value !== 'string' || topic === undefined) return parseShownPairing(value, now)
  const params = new URLSearchParams(query)
  if (!oldKeyPattern.test(params.get('key') ?? '') || parseUrl(params.get('bridge')) === undefined)
    throw new InvalidPairingUriError('A pairing link of version 1 has a bridge and a key of 64 hex characters.')
  return { pairingTopic: topic, pairingUri: value, expiresAt: now + lifetimeMs }
}
