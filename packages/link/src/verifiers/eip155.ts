import { type AccountId, type ChainId, canonicalAccountId, parseAccountId } from '@hawser/wire'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { UnsupportedAccountError } from '../errors.ts'

/** An account of an EVM chain. */
export type Eip155Account = {
  /** With the address in its EIP-55 form. */
  readonly accountId: AccountId
  readonly chainId: ChainId
  /** Decimal EIP-155 chain id. */
  readonly reference: string
  /** EIP-55 form. */
  readonly address: string
  /** Lower case: the same for every spelling of the address. */
  readonly canonicalAddress: string
}

/** Chains whose wallets include the chain in the checksum (EIP-1191): Rootstock and its testnet. */
const chainsOfEip1191 = ['30', '31']

/**
 * Reads an `eip155` account id, with any name of its chain. An address in one case has no checksum. In mixed case the checksum
 * must be correct: EIP-55, or on the chains of EIP-1191 either of the two. The result has the EIP-55 form, which sign-in texts
 * use (ERC-4361).
 * @throws UnsupportedAccountError
 */
export function parseEip155Account(accountId: AccountId): Eip155Account {
  const { namespace, reference, address, chainId } = parseAccountId(canonicalAccountId(accountId))
  if (namespace !== 'eip155')
    throw new UnsupportedAccountError('Only accounts of the namespace eip155 can be linked here.')
  if (!/^[1-9]\d{0,31}$/.test(reference) || !/^0x[0-9a-f]{40}$/i.test(address))
    throw new UnsupportedAccountError('The account id does not name an EVM chain and an address of 20 bytes.')
  const canonicalAddress = address.toLowerCase()
  const checksummed = formatChecksumAddress(canonicalAddress)
  if (!hasRightCase(address.slice(2), canonicalAddress, reference))
    throw new UnsupportedAccountError('The checksum of the address is wrong (EIP-55): a character was mistyped.')
  return {
    accountId: `${chainId}:${checksummed}`,
    chainId,
    reference,
    address: checksummed,
    canonicalAddress,
  }
}

function hasRightCase(digits: string, canonicalAddress: string, reference: string): boolean {
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const ways = chainsOfEip1191.includes(reference) ? [undefined, reference] : [undefined]
  return ways.some((way) => formatChecksumAddress(canonicalAddress, way).slice(2) === digits)
}

/**
 * Formats an address according to EIP-55: letters are upper case where the hash says so.
 * @param address - `0x` and 40 hex digits in any case
 * @param chainReference - decimal EIP-155 chain id, for the form of EIP-1191, which chains 30 and 31 use
 * @throws UnsupportedAccountError - `address` is malformed
 * @example formatChecksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed') // '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
 */
export function formatChecksumAddress(address: string, chainReference?: string): string {
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address))
    throw new UnsupportedAccountError('`address` must be 0x and 40 hex digits.')
  const digits = address.slice(2).toLowerCase()
  const prefix = chainReference === undefined ? '' : `${chainReference}0x`
  const hash = bytesToHex(keccak_256(utf8ToBytes(prefix + digits)))
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

/** Computes the hash of `personal_sign` (EIP-191, version 0x45): the text under a prefix that no transaction can start with. */
export function hashPersonalMessage(
  message: string | Uint8Array,
  prefix = '\x19Ethereum Signed Message:\n',
): Uint8Array {
  const bytes = typeof message === 'string' ? utf8ToBytes(message) : message
  return keccak_256(concatBytes(utf8ToBytes(`${prefix}${bytes.length}`), bytes))
}
