import { base64, bech32, bech32m } from '@scure/base'

/** A Bitcoin address that one key controls, with the parts of its script. */
export type BitcoinAddress = {
  /** Pay to the hash of a key (BIP-141, version 0), or to a Taproot output key (BIP-341, version 1). */
  readonly kind: 'p2wpkh' | 'p2tr'
  /** 20 bytes, the hash of the public key; or 32 bytes, the x of the output key. */
  readonly program: Uint8Array
  /** The canonical form: lower case. */
  readonly address: string
}

/**
 * Reads a mainnet address of one key: `bc1q…` of 20 bytes (bech32, BIP-173) or `bc1p…` of 32 bytes (bech32m, BIP-350).
 * Undefined for everything else: a wrong checksum, mixed case, scripts (P2WSH), and the addresses before SegWit (`1…`, `3…`).
 */
export function decodeBitcoinAddress(text: string): BitcoinAddress | undefined {
  if (typeof text !== 'string') return undefined
  // BIP-173 allows one case throughout. The checksum would not detect mixed case, because it is computed over lower case.
  const address = text.toLowerCase()
  if ((text !== address && text !== text.toUpperCase()) || !/^bc1[02-9ac-hj-np-z]{39,59}$/.test(address))
    return undefined
  const kind = address.startsWith('bc1q') ? 'p2wpkh' : 'p2tr'
  const decoded = kind === 'p2wpkh' ? bech32.decodeUnsafe(address, 62) : bech32m.decodeUnsafe(address, 62)
  const [version, ...words] = decoded?.words ?? []
  const program = bech32.fromWordsUnsafe(words)
  const isKey = kind === 'p2wpkh' ? version === 0 && program?.length === 20 : version === 1 && program?.length === 32
  return isKey && program ? { kind, program, address } : undefined
}

/**
 * Decodes a Bitcoin message signature from base64: padded, without spaces, and the only text of these bytes. Undefined for any
 * other text.
 */
export function decodeBitcoinSignature(text: string): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length % 4 !== 0 || text.length > 4096 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return undefined
  try {
    const bytes = base64.decode(text)
    return base64.encode(bytes) === text ? bytes : undefined
  } catch {
    // The bits after the last byte are not zero.
    return undefined
  }
}
