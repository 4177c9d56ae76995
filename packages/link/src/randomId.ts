const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 24

/**
 * An unguessable alphanumeric text of 24 characters, 142 bits (ERC-4361 §nonce allows letters and digits only).
 * Read as one large number, since byte % 62 would prefer some characters; what bias is left is under 2^-113.
 */
export function randomId(randomBytes: (length: number) => Uint8Array): string {
  let rest = randomBytes(32).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let id = ''
  while (id.length < length) {
    id += alphabet[Number(rest % 62n)] ?? ''
    rest /= 62n
  }
  return id
}
