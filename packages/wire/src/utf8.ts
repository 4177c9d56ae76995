import { InvalidArgumentError } from './baseError.ts'

/**
 * The unchanged text of UTF-8 bytes. Not by `TextDecoder`: JavaScript engines of phones lack it, or refuse to be strict.
 * @throws URIError - they are no UTF-8
 * @throws InvalidArgumentError
 */
export function decodeUtf8(bytes: Uint8Array): string {
  // Not `instanceof`: bytes may be of another realm.
  if (!ArrayBuffer.isView(bytes)) throw new InvalidArgumentError('`bytes` must be a Uint8Array.')
  let escaped = ''
  for (const byte of bytes) {
    const isPlain = byte < 0x80 && byte !== 0x25
    escaped += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  }
  return decodeURIComponent(escaped)
}
