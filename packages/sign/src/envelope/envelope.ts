import { decodeUtf8 } from '@hawser/wire/internal'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { EnvelopeInvalidError } from '../errors.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import type { RandomBytes } from './keys.ts'

const keyLength = 32
const ivLength = 12
const tagLength = 16

/** The parts of an envelope that are readable before it is opened. */
export type SealedEnvelope = {
  /** Type 1 only: the sender's public key, from which the reader derives the secret. */
  readonly senderPublicKey: Uint8Array | undefined
  readonly iv: Uint8Array
  readonly sealed: Uint8Array
}

/**
 * Seals a text for a topic with ChaCha20-Poly1305 (WalletConnect crypto-envelopes). Returns standard base64 with
 * padding. The type is 0, or 1 with `senderPublicKey`, which the reader needs to derive the key.
 */
export function sealEnvelope(
  text: string,
  keys: { symKey: Uint8Array; senderPublicKey?: Uint8Array },
  randomBytes: RandomBytes,
): string {
  const iv = randomBytes(ivLength)
  const sealed = chacha20poly1305(keys.symKey, iv).encrypt(new TextEncoder().encode(text))
  const head = keys.senderPublicKey === undefined ? [0] : [1, ...keys.senderPublicKey]
  const envelope = new Uint8Array(head.length + ivLength + sealed.length)
  envelope.set(head)
  envelope.set(iv, head.length)
  envelope.set(sealed, head.length + ivLength)
  return encodeBase64(envelope)
}

/**
 * Reads the parts of an envelope. Refuses type 2 like any unknown type: it is plaintext, which does not belong on a
 * relay.
 * @throws EnvelopeInvalidError
 */
export function parseEnvelope(message: string): SealedEnvelope {
  const bytes = decodeBase64(message)
  if (bytes === undefined) throw new EnvelopeInvalidError('An envelope must be base64.')
  const type = bytes[0]
  if (type !== 0 && type !== 1) throw new EnvelopeInvalidError('An envelope on a relay must have type 0 or 1.')
  const head = type === 0 ? 1 : 1 + keyLength
  if (bytes.length < head + ivLength + tagLength) throw new EnvelopeInvalidError('The envelope is too short.')
  return {
    senderPublicKey: type === 0 ? undefined : bytes.subarray(1, head),
    iv: bytes.subarray(head, head + ivLength),
    sealed: bytes.subarray(head + ivLength),
  }
}

/**
 * Returns a text that tells the envelopes of one key apart: the last 16 to 18 bytes in base64, which contain the whole
 * tag. Only a holder of the key can make another envelope with the same tag.
 */
export function tagOf(message: string): string {
  return message.slice(-24)
}

/**
 * Opens an envelope of type 0, the only type on pairing and session topics.
 * @throws EnvelopeInvalidError
 */
export function openEnvelope(message: string, symKey: Uint8Array): string {
  const envelope = parseEnvelope(message)
  if (envelope.senderPublicKey !== undefined) {
    throw new EnvelopeInvalidError('This is no envelope of type 0.')
  }
  const bytes = openSealed(envelope, symKey)
  try {
    return decodeUtf8(bytes).replace(/^\uFEFF/, '')
  } catch {
    throw new EnvelopeInvalidError('An envelope must contain a UTF-8 text.')
  }
}

/**
 * Opens the sealed part of a parsed envelope of either type.
 * @throws EnvelopeInvalidError
 */
export function openSealed(envelope: SealedEnvelope, symKey: Uint8Array): Uint8Array {
  try {
    return chacha20poly1305(symKey, envelope.iv).decrypt(envelope.sealed)
  } catch {
    throw new EnvelopeInvalidError('The key of its topic does not open this envelope.')
  }
}
