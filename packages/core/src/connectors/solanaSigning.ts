import { SignatureMalformedError } from '../errors.ts'
import { decodeBase64, decodeHex, encodeHex, extractSignature } from './extractSignature.ts'
import { toHex } from './personalSign.ts'
import type { Signing } from './signing.ts'

/**
 * Requests a signature with `solana_signMessage`: `{ message, pubkey }`, with the bytes of the text in base58. The
 * answer is `{ signature }`, 64 bytes in base58 (WalletConnect's documentation, rpc-reference/solana-rpc.md
 * §solana_signMessage). Wallets also answer with the bytes in base64, in hex or as a list, with or without the object.
 */
export function createSigning(message: string, address: string): Signing {
  return {
    request: { method: 'solana_signMessage', params: { message: toBase58(toHex(message).slice(2)), pubkey: address } },
    readSignature: readSolanaSignature,
  }
}

/**
 * Reads the signature in a wallet's answer. Returns base58.
 * @throws SignatureMalformedError
 */
export function readSolanaSignature(answer: unknown): string {
  const bytes = extractSignature(answer, decodeText)
  if (bytes?.length === signatureLength) return toBase58(encodeHex(bytes))
  const what =
    bytes !== undefined && bytes.length > signatureLength ? 'more than a signature: a transaction?' : 'no signature.'
  throw new SignatureMalformedError(`The wallet answered solana_signMessage with ${what}`)
}

const signatureLength = 64

function decodeText(text: string): Uint8Array | undefined {
  // Base64 of 64 bytes almost always contains characters outside base58: only one text in thousands does not.
  if (base58Pattern.test(text)) return decodeBase58(text)
  return decodeHex(text) ?? decodeBase64(text)
}

// BigInt is all that browsers need here; an encoding library would have to be fetched.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes, given in hex, in base58 (draft-msporny-base58): a `1` for each leading zero byte, then the number. */
function toBase58(hex: string): string {
  const [zeros = ''] = /^(?:00)*/.exec(hex) ?? []
  let digits = ''
  for (let number = BigInt(`0x0${hex}`); number > 0n; number /= 58n)
    digits = alphabet.charAt(Number(number % 58n)) + digits
  return '1'.repeat(zeros.length / 2) + digits
}

// The lengths that 64 bytes can have in base58.
const base58Pattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

function decodeBase58(text: string): Uint8Array | undefined {
  const number = [...text].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
  const hex = number === 0n ? '' : number.toString(16)
  return decodeHex('00'.repeat(text.search(/[^1]|$/)) + hex.padStart(hex.length + (hex.length % 2), '0'))
}
