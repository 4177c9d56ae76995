import { asObject, field } from '@hawser/wire'
import { SignatureMalformedError } from '../errors.ts'
import { toHex } from './personalSign.ts'
import type { Signing } from './signing.ts'

/**
 * `solana_signMessage`: `{ message, pubkey }`, the bytes of the text in base58; answered by `{ signature }`, 64 bytes in base58
 * (WalletConnect's documentation, rpc-reference/solana-rpc.md §solana_signMessage).
 */
export function createSigning(message: string, address: string): Signing {
  return {
    request: { method: 'solana_signMessage', params: { message: toBase58(toHex(message).slice(2)), pubkey: address } },
    readSignature(answer) {
      const signature = field(asObject(answer) ?? {}, 'signature')
      if (typeof signature === 'string' && isSignature(signature)) return signature
      throw new SignatureMalformedError('The wallet answered solana_signMessage with something that is no signature.')
    },
  }
}

// In plain BigInt: browsers need no more, and a library of encodings would be fetched with it.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes given in hex (draft-msporny-base58): a `1` for each zero before them, then their number. */
function toBase58(hex: string): string {
  const [zeros = ''] = /^(?:00)*/.exec(hex) ?? []
  let digits = ''
  for (let number = BigInt(`0x0${hex}`); number > 0n; number /= 58n)
    digits = alphabet.charAt(Number(number % 58n)) + digits
  return '1'.repeat(zeros.length / 2) + digits
}

/** Whether a text is 64 bytes in base58, which have no other text. */
function isSignature(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return false
  const number = [...text].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
  const zeros = text.search(/[^1]|$/)
  const length = number === 0n ? 0 : Math.ceil(number.toString(16).length / 2)
  return zeros + length === 64
}
