export { bytesToHex } from './createPairing.ts'

/**
 * Hex of either case as bytes.
 * @throws RangeError - on anything but pairs of hex digits
 */
export function hexToBytes(text: string): Uint8Array {
  if (!/^([\da-f]{2})*$/i.test(text)) throw new RangeError('Hex is pairs of the digits 0 to f.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
