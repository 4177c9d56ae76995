import { SignatureMalformedError } from '../errors.ts'
import { decodeBase64, decodeHex, encodeHex, extractSignature } from './extractSignature.ts'
import { normalizeHexSignature } from './normalizeHexSignature.ts'

/**
 * Reads the signature in an answer to `personal_sign` that deviates from EIP-1474. A separate chunk, because few
 * wallets need it.
 * @throws SignatureMalformedError
 */
export function readPersonalSignature(answer: unknown): string {
  const bytes = extractSignature(answer, decodeText)
  const signature = bytes && normalizeHexSignature(`0x${encodeHex(bytes)}`)
  if (signature !== undefined) return signature
  throw new SignatureMalformedError('The wallet answered personal_sign without a signature.')
}

function decodeText(text: string): Uint8Array | undefined {
  // Hex without `0x` counts as a signature from 64 bytes on. Base64 counts only with the 64 or 65 bytes of a key's signature.
  const isMarked = /^0x/i.test(text)
  const hex = decodeHex(text)
  if (isMarked || (hex !== undefined && hex.length >= 64)) return hex
  const bytes = decodeBase64(text)
  return bytes?.length === 65 || bytes?.length === 64 ? bytes : undefined
}
