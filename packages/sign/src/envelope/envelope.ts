import { decodeUtf8 } from '@hawser/wire'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { EnvelopeInvalidError } from '../errors.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import type { RandomBytes } from './keys.ts'

const keyLength = 32
const ivLength = 12
const tagLength = 16

/** What an envelope says of itself before it is opened. */
export type SealedEnvelope = {
  /** Only of type 1: whose key the reader needs for the secret. */
  readonly senderPublicKey: Uint8Array | undefined
  readonly iv: Uint8Array
  readonly sealed: Uint8Array
}

/**
 * Seals a text for a topic (WalletConnect crypto-envelopes): type 0, or type 1 when `senderPublicKey` is given, because the
 * reader cannot know the key before it has read that. ChaCha20-Poly1305, standard base64 with padding.
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
 * Reads the parts of an envelope. Type 2 is plaintext, which has no place on a relay, and is refused like any unknown type.
 * @throws EnvelopeInvalidError
 */
export function parseEnvelope(message: string): SealedEnvelope {
  const bytes = decodeBase64(message)
  if (bytes === undefined) throw new EnvelopeInvalidError('An envelope is base64.')
  const type = bytes[0]
  if (type !== 0 && type !== 1) throw new EnvelopeInvalidError('An envelope on a relay is of type 0 or 1.')
  const head = type === 0 ? 1 : 1 + keyLength
  if (bytes.length < head + ivLength + tagLength) throw new EnvelopeInvalidError('The envelope is too short.')
  return {
    senderPublicKey: type === 0 ? undefined : bytes.subarray(1, head),
    iv: bytes.subarray(head, head + ivLength),
    sealed: bytes.subarray(head + ivLength),
  }
}

/**
 * What tells the envelopes of one key apart: the text of the last 16 to 18 bytes, which hold the whole tag. Nobody without
 * the key can make another envelope with the same one.
 */
export function tagOf(message: string): string {
  return message.slice(-24)
}

/**
 * Opens an envelope of type 0, the only one that pairing and session topics carry.
 * @throws EnvelopeInvalidError
 */
export function openEnvelope(message: string, symKey: Uint8Array): string {
  const envelope = parseEnvelope(message)
  if (envelope.senderPublicKey !== undefined) {
    throw new EnvelopeInvalidError('This topic takes no envelope of type 1.')
  }
  const bytes = openSealed(envelope, symKey)
  try {
    return decodeUtf8(bytes).replace(/^\uFEFF/, '')
  } catch {
    throw new EnvelopeInvalidError('An envelope holds a text in UTF-8.')
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
    throw new EnvelopeInvalidError('The envelope does not open with the key of its topic.')
  }
}
