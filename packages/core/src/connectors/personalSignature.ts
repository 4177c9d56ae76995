import { SignatureMalformedError } from '../errors.ts'
import { decodeBase64, decodeHex, encodeHex, findSignature } from './spelledSignature.ts'
import { usualSignature } from './usualSignature.ts'

/**
 * The signature in an answer to `personal_sign` that deviates from EIP-1474. A separate chunk, because few wallets need
 * it.
 * @throws SignatureMalformedError
 */
export function readPersonalSignature(answer: unknown): string {
  const bytes = findSignature(answer, decodeText)
  const signature = bytes && usualSignature(`0x${encodeHex(bytes)}`)
  if (signature !== undefined) return signature
  throw new SignatureMalformedError('The wallet answered personal_sign without a signature.')
}

function decodeText(text: string): Uint8Array | undefined {
  // Without `0x`, or in base64, a text counts as a signature only if it has a key signature's length.
  const isMarked = /^0x/i.test(text)
  const hex = decodeHex(text)
  if (isMarked || (hex !== undefined && hex.length >= 64)) return hex
  const bytes = decodeBase64(text)
  return bytes?.length === 65 || bytes?.length === 64 ? bytes : undefined
}
