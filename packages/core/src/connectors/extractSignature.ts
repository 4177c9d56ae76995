import { asObject, field } from '@hawser/wire/internal'

/** Decodes a text to the bytes of a signature. Undefined if the text is not a signature. */
export type DecodeText = (text: string) => Uint8Array | undefined

// The fields in which wallets put a signature, the most likely first. Wallets use none of these for a public key or a message.
const signatureFields = ['signature', 'signatures', 'sig', 'serialized', 'result', 'data']
const maxDepth = 4
// About the most that fits into a body of the link API.
const maxBytes = 16_384
// A byte in JSON takes up to five characters.
const maxTextLength = maxBytes * 5

/**
 * Finds the bytes of a signature in a wallet's answer: a text that `decodeText` reads, a list of bytes, a typed array
 * or its JSON, alone or in a field. Undefined if the answer has no signature.
 */
export function extractSignature(answer: unknown, decodeText: DecodeText): Uint8Array | undefined {
  try {
    return find(answer, decodeText, 0)
  } catch {
    // The text is not JSON after all, or the extension's object throws when it is read.
    return undefined
  }
}

function find(answer: unknown, decodeText: DecodeText, depth: number): Uint8Array | undefined {
  if (depth > maxDepth) return undefined
  if (typeof answer === 'string') return findInText(answer.trim(), decodeText, depth)
  if (typeof answer !== 'object' || answer === null) return undefined
  const bytes = readBytes(answer)
  if (bytes !== undefined) return bytes
  if (Array.isArray(answer)) return answer.length === 1 ? find(answer[0], decodeText, depth + 1) : undefined
  const fields = asObject(answer) ?? {}
  const found = signatureFields
    .map((name) => field(fields, name))
    .find((value) => value !== undefined && value !== null)
  return find(found, decodeText, depth + 1)
}

function findInText(text: string, decodeText: DecodeText, depth: number): Uint8Array | undefined {
  if (text.length > maxTextLength) return undefined
  const bytes = decodeText(text)
  if (bytes !== undefined) return bytes
  // Some wallets put the whole answer into a text as JSON, or write a typed array as text.
  if (/^[{["]/.test(text)) return find(JSON.parse(text), decodeText, depth + 1)
  return /^\d+,/.test(text) ? find(JSON.parse(`[${text}]`), decodeText, depth + 1) : undefined
}

/** Reads a list of bytes (also signed, as Java's are), a typed array, or `{ 0: …, 1: … }`, the JSON form of a typed array. */
function readBytes(value: object): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  const items: unknown = ArrayBuffer.isView(value) || Array.isArray(value) ? value : Object.values(value)
  const bytes = Array.isArray(items) ? items : Array.from(items as Uint8Array)
  // A single byte is not a signature: a list with one item wraps the signature.
  if (bytes.length < 2 || bytes.length > maxBytes || !bytes.every(Number.isInteger)) return undefined
  // Signed or unsigned, but not both.
  const lowest = Math.min(...bytes)
  const highest = Math.max(...bytes)
  if (lowest < -128 || highest > (lowest < 0 ? 127 : 255)) return undefined
  const isList = items === value || Object.keys(value).every((key, index) => key === String(index))
  return isList ? Uint8Array.from(bytes) : undefined
}

/** Decodes bytes in hex, with or without `0x`, in upper or lower case. */
export function decodeHex(text: string): Uint8Array | undefined {
  const digits = /^(?:0x)?([\da-f]*)$/i.exec(text)?.[1]
  if (digits === undefined || digits.length % 2 !== 0) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Decodes bytes in base64 or base64url, padded or not, in one line or several. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bare = text
    .replace(/[\r\n]+/g, '')
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  try {
    const bytes = Uint8Array.from(atob(bare), (letter) => letter.charCodeAt(0))
    // Accepts only the one canonical text for these bytes.
    return encodeBase64(bytes).replace(/={1,2}$/, '') === bare ? bytes : undefined
  } catch {
    return undefined
  }
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
