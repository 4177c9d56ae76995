import { asObject, field } from '@hawser/wire/internal'
import { SignatureMalformedError } from '../errors.ts'
import { decodeBase64, decodeHex, encodeBase64, extractSignature } from './extractSignature.ts'
import type { Signing } from './signing.ts'

/**
 * Requests a signature with `signMessage` of bip122: `{ account, message, address, protocol }`, with the text
 * unchanged. The answer is `{ address, signature }`, with the bytes in hex without `0x` (WalletConnect's documentation,
 * rpc-reference/bitcoin-rpc.md §signMessage). Wallets also answer with base64, `0x` or a list of bytes, with or without
 * the object. BIP-322 must be requested, because the method's default is the older format.
 */
export function createSigning(message: string, address: string): Signing {
  return {
    request: { method: 'signMessage', params: { account: address, message, address, protocol: 'bip322' } },
    readSignature(answer) {
      const signer = field(asObject(answer) ?? {}, 'address') ?? address
      // bech32 is case-insensitive (BIP-173).
      if (typeof signer !== 'string' || signer.toLowerCase() !== address.toLowerCase())
        throw new SignatureMalformedError('The wallet signed with another address than it was asked to.')
      const bytes = extractSignature(answer, decodeText)
      const isSignature = bytes !== undefined && bytes.length >= minLength && bytes.length <= maxLength
      if (isSignature) return encodeBase64(bytes)
      throw new SignatureMalformedError('The wallet answered signMessage without a signature.')
    },
  }
}

// The link API accepts 64 to 4096 characters of base64.
const minLength = 46
const maxLength = 3072

/**
 * Decodes a BIP-322 signature: hex or base64, which later versions of BIP-322 put after `smp`. A witness in base64
 * never looks like hex: its second letter is `k` (P2WPKH) or `U` (P2TR).
 */
function decodeText(text: string): Uint8Array | undefined {
  const bare = text.startsWith('smp') ? text.slice(3) : text
  return decodeHex(bare) ?? decodeBase64(bare)
}
