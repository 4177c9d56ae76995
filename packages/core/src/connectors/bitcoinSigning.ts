import { asObject, field } from '@hawser/wire'
import { SignatureMalformedError } from '../errors.ts'
import type { Signing } from './signing.ts'

/**
 * `signMessage` of bip122: `{ account, message, address, protocol }`, the text as it is; answered by `{ address, signature }`, the
 * bytes in hex without `0x` (WalletConnect's documentation, rpc-reference/bitcoin-rpc.md §signMessage). BIP-322 has to be asked
 * for: the default there is the format from before.
 */
export function createSigning(message: string, address: string): Signing {
  return {
    request: { method: 'signMessage', params: { account: address, message, address, protocol: 'bip322' } },
    readSignature(answer) {
      const fields = asObject(answer) ?? {}
      const signer = field(fields, 'address') ?? address
      // bech32 has one meaning in either case (BIP-173).
      if (typeof signer !== 'string' || signer.toLowerCase() !== address.toLowerCase())
        throw new SignatureMalformedError('The wallet signed with another address than it was asked to.')
      const signature = toBase64(field(fields, 'signature'))
      if (signature !== undefined) return signature
      throw new SignatureMalformedError('The wallet answered signMessage with something that is no signature.')
    },
  }
}

const hexPattern = /^(?:[0-9a-fA-F]{2})+$/
// What the link API takes, in characters; hex has three where base64 has two.
const maxLength = 4096
const base64Pattern = /^[A-Za-z0-9+/]{62,4094}[A-Za-z0-9+/=]{2}$/

/**
 * Some wallets answer base64, as BIP-322 writes it, in later versions of it after `smp`. A witness in base64 never looks like
 * hex: its second letter is `k` (P2WPKH) or `U` (P2TR).
 */
function toBase64(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || answer.length > maxLength * 1.5) return undefined
  const bare = answer.startsWith('smp') ? answer.slice(3) : answer
  const text = hexPattern.test(bare) ? hexToBase64(bare) : bare
  return base64Pattern.test(text) && isCanonical(text) ? text : undefined
}

function hexToBase64(hex: string): string {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))
}

/** Whether no other text stands for the same bytes. */
function isCanonical(base64: string): boolean {
  try {
    return btoa(atob(base64)) === base64
  } catch {
    return false
  }
}
