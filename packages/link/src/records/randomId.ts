const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 24

// From this value on, `byte % 62` would favor some characters.
const firstUneven = 256 - (256 % alphabet.length)

/**
 * Returns an unguessable alphanumeric text of 24 characters, 142 bits (ERC-4361 §nonce allows letters and digits only).
 * @param randomBytes - called for 32 bytes at a time, because some are discarded
 */
export function randomId(randomBytes: (length: number) => Uint8Array): string {
  let id = ''
  while (id.length < length)
    for (const byte of randomBytes(32))
      if (byte < firstUneven && id.length < length) id += alphabet[byte % alphabet.length] ?? ''
  return id
}
