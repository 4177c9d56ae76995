const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 24

// Above it `byte % 62` would prefer some characters.
const firstUneven = 256 - (256 % alphabet.length)

/**
 * An unguessable alphanumeric text of 24 characters, 142 bits (ERC-4361 §nonce allows letters and digits only).
 * @param randomBytes - is asked for 32 at a time, of which 24 are mostly enough
 */
export function randomId(randomBytes: (length: number) => Uint8Array): string {
  let id = ''
  while (id.length < length)
    for (const byte of randomBytes(32))
      if (byte < firstUneven && id.length < length) id += alphabet[byte % alphabet.length] ?? ''
  return id
}
