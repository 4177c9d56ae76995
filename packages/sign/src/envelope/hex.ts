export { bytesToHex } from './createPairing.ts'

/**
 * Hex of either case as bytes.
 * @throws RangeError - on anything but pairs of hex digits
 */
export function hexToBytes(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) throw new RangeError('Hex is pairs of the digits 0 to f.')
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}
