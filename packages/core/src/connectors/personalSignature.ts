import { SignatureMalformedError } from '../errors.ts'
import { readField } from '../platform/readField.ts'
import { decodeBase64, decodeHex, encodeHex, extractSignature } from './extractSignature.ts'
import { normalizeHexSignature } from './normalizeHexSignature.ts'

// The fields in which wallets put the parts of a signature.
const wrapperNames = ['signature', 'result', 'data']

/**
 * Reads the signature in an answer to `personal_sign` that deviates from EIP-1474. A separate chunk, because few
 * wallets need it.
 * @throws SignatureMalformedError
 */
export function readPersonalSignature(answer: unknown): string {
  const bytes = extractSignature(answer, decodeText)
  const signature = bytes ? normalizeHexSignature(`0x${encodeHex(bytes)}`) : joinParts(answer)
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

/** Joins the parts of a signature: `{ r, s, v }` or `{ r, s, yParity }`, alone or in a field. */
function joinParts(answer: unknown): string | undefined {
  const parts = readField(answer, 'r') === undefined ? wrapperNames.map((name) => readField(answer, name)) : [answer]
  const whole = parts.find((each) => readField(each, 'r') !== undefined)
  const v = readParity(readField(whole, 'v') ?? readField(whole, 'yParity'))
  const [r, s] = ['r', 's'].map((name) => {
    const text = readField(whole, name)
    const digits = typeof text === 'string' ? /^(?:0x)?([\da-f]{1,64})$/i.exec(text)?.[1] : undefined
    return digits?.padStart(64, '0')
  })
  if (r === undefined || s === undefined || v === undefined) return undefined
  return normalizeHexSignature(`0x${r}${s}${v.toString(16).padStart(2, '0')}`)
}

function readParity(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^(?:0x[\da-f]{1,2}|\d{1,3})$/i.test(value)
  const number = isText || typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 255 ? number : undefined
}
