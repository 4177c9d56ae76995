import {
  type AccountId,
  type ChainId,
  canonicalAccountId,
  canonicalChainId,
  parseAccountId,
  parseChainId,
} from '@hawser/wire'
import { UnsupportedAccountError } from '../errors.ts'
import { type Bip122Account, bitcoinReference, parseBip122Account } from './bip122.ts'
import { type Eip155Account, parseEip155Account } from './eip155.ts'
import { isSolanaReference, parseSolanaAccount, type SolanaAccount } from './solana.ts'

/** An account as a client names it, before any proof. */
export type LinkAccount = (Eip155Account & { readonly namespace: 'eip155' }) | SolanaAccount | Bip122Account

/**
 * Reads an account id of any namespace whose accounts can be proven.
 * @throws UnsupportedAccountError
 */
export function parseLinkAccount(accountId: AccountId): LinkAccount {
  const { namespace } = parseAccountId(canonicalAccountId(accountId))
  if (namespace === 'eip155') return { namespace, ...parseEip155Account(accountId) }
  if (namespace === 'solana') return parseSolanaAccount(accountId)
  if (namespace === 'bip122') return parseBip122Account(accountId)
  throw new UnsupportedAccountError('Accounts of this namespace cannot be linked here.')
}

/** Whether accounts of a chain can be proven: every EVM and Solana chain, and Bitcoin's main chain. */
export function isProvableChain(chainId: ChainId): boolean {
  const { namespace, reference } = parseChainId(canonicalChainId(chainId))
  if (namespace === 'eip155') return /^[1-9]\d*$/.test(reference)
  if (namespace === 'solana') return isSolanaReference(reference)
  return namespace === 'bip122' && reference === bitcoinReference
}
