import {
  type AccountId,
  type BitcoinAddress,
  type ChainId,
  canonicalAccountId,
  decodeBitcoinAddress,
  parseAccountId,
} from '@hawser/wire'
import { UnsupportedAccountError } from '../errors.ts'

/** A Bitcoin account: an address that one key controls. */
export type Bip122Account = {
  readonly namespace: 'bip122'
  /** With the address in lower case. */
  readonly accountId: AccountId
  readonly chainId: ChainId
  readonly reference: string
  /** Lower case. */
  readonly address: string
  readonly canonicalAddress: string
  readonly kind: BitcoinAddress['kind']
  readonly program: Uint8Array
}

/** The reference of Bitcoin's main chain: the first 32 digits of the hash of its first block (namespaces/bip122/caip2). */
export const bitcoinReference = '000000000019d6689c085ae165831e93'

/**
 * Reads a `bip122` account id: a mainnet address of one key, P2WPKH (`bc1q…`, 20 bytes) or P2TR (`bc1p…`).
 * @throws UnsupportedAccountError
 */
export function parseBip122Account(accountId: AccountId): Bip122Account {
  const { namespace, reference, address, chainId } = parseAccountId(canonicalAccountId(accountId))
  const decoded = decodeBitcoinAddress(address)
  if (namespace !== 'bip122' || reference !== bitcoinReference || decoded === undefined)
    throw new UnsupportedAccountError(
      'The account id does not name an address of Bitcoin that one key signs for with BIP-322: bc1q… (P2WPKH) or bc1p… (P2TR).',
    )
  const { kind, program, address: canonicalAddress } = decoded
  return {
    namespace,
    accountId: `${chainId}:${canonicalAddress}`,
    chainId,
    reference,
    address: canonicalAddress,
    canonicalAddress,
    kind,
    program,
  }
}
