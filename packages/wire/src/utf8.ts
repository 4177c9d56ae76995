import { InvalidArgumentError } from './baseError.ts'

/**
 * Decodes UTF-8 bytes and keeps the text unchanged. Does not use `TextDecoder`: JavaScript engines of phones lack it, or lack
 * its strict mode.
 * @throws URIError - the bytes are not UTF-8
 * @throws InvalidArgumentError
 */
export function decodeUtf8(bytes: Uint8Array): string {
  // `instanceof` would refuse bytes of another realm.
  if (!ArrayBuffer.isView(bytes)) throw new InvalidArgumentError('`bytes` must be a Uint8Array.')
  let escaped = ''
  for (const byte of bytes) {
    const isPlain = byte < 0x80 && byte !== 0x25
    escaped += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  }
  return decodeURIComponent(escaped)
}
