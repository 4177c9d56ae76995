import { readHexDigits } from '@hawser/wire'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError } from '../errors.ts'

/** The signature of an account, and its wrapper's call if the signature is wrapped. */
export type ContractSignature = {
  readonly signature: Uint8Array
  readonly factory: { readonly address: string; readonly calldata: Uint8Array } | undefined
}

/** ERC-6492: a signature with this ending is wrapped with the account's factory. */
const magicSuffix = '6492'.repeat(16)

/**
 * ERC-8010: a signature with this ending is for code that the account has not delegated to yet, and contains that
 * authorization.
 */
const preDelegatedSuffix = '8010'.repeat(16)

/**
 * Whether a signature is wrapped according to ERC-8010. No part of it is used: its authorization says which code the account
 * can have, and nothing about the text.
 */
export function isPreDelegated(text: string): boolean {
  return readHexDigits(text)?.endsWith(preDelegatedSuffix) === true
}

const unreadable = { reason: 'signature_not_readable' } as const

/** Longest accepted signature in bytes, wrapper included (T-48). */
export const maxSignatureBytes = 16 * 1024

/**
 * Reads a signature for a contract account: any bytes as hex, with `0x` or without, or the wrapper `abi.encode(factory,
 * calldata, signature) ‖ magic` of ERC-6492. A wrapper within a wrapper is refused.
 * @throws ProofInvalidError
 */
export function parseContractSignature(hex: string): ContractSignature {
  const digits = hex === '' ? undefined : readHexDigits(hex)
  if (digits === undefined || digits.length > maxSignatureBytes * 2)
    throw new ProofInvalidError(`The signature must be hex of whole bytes, ${maxSignatureBytes} at most.`, unreadable)
  if (!digits.endsWith(magicSuffix)) return { signature: hexToBytes(digits), factory: undefined }
  const wrapper = hexToBytes(digits.slice(0, -magicSuffix.length))
  const address = bytesToHex(wrapper.subarray(0, 32))
  const calldata = readBytes(wrapper, 1)
  const signature = readBytes(wrapper, 2)
  const isAddress = /^0{24}[0-9a-f]{40}$/.test(address) && !/^0+$/.test(address)
  if (!isAddress || calldata === undefined || signature === undefined)
    throw new ProofInvalidError('The signature ends as ERC-6492 says, and is not wrapped so.', unreadable)
  if (bytesToHex(signature).endsWith(magicSuffix))
    throw new ProofInvalidError('The signature is wrapped twice (ERC-6492).', unreadable)
  return { signature, factory: { address: `0x${address.slice(24)}`, calldata } }
}

/** Reads the `bytes` at the offset in the word at this index (contract ABI, dynamic types). */
function readBytes(wrapper: Uint8Array, index: number): Uint8Array | undefined {
  const start = readLength(wrapper, index * 32)
  const length = start === undefined ? undefined : readLength(wrapper, start)
  if (start === undefined || length === undefined) return undefined
  const bytes = wrapper.subarray(start + 32, start + 32 + length)
  return bytes.length === length ? bytes : undefined
}

/** Reads a word as a number, if it can be an offset or a length in a text of this size. */
function readLength(wrapper: Uint8Array, start: number): number | undefined {
  const word = bytesToHex(wrapper.subarray(start, start + 32))
  if (word.length !== 64) return undefined
  const value = BigInt(`0x${word}`)
  return value <= BigInt(maxSignatureBytes) ? Number(value) : undefined
}
