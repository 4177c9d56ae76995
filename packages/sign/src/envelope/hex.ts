import { InvalidArgumentError } from '@hawser/wire'

export { bytesToHex } from './createPairing.ts'

/**
 * Decodes hex in upper or lower case.
 * @throws InvalidArgumentError - on anything but pairs of hex digits
 */
export function hexToBytes(text: string): Uint8Array {
  if (!/^([\da-f]{2})*$/i.test(text)) throw new InvalidArgumentError('Hex must be pairs of the digits 0 to f.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
