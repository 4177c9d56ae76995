import type { Session } from '@hawser/sign'
import { accountsOf, parseAccountId, type SignInNamespace } from '@hawser/wire'
import type { BitcoinAccount } from './bitcoinAccount.ts'
import type { Address, EthereumAccount } from './ethereumAccount.ts'
import type { SolanaAccount } from './solanaAccount.ts'

/** Where an account comes from: this wallet's own seed phrase, or an imported one. */
export type AccountOrigin = 'created' | 'imported'

/** An address and the ecosystem it belongs to. No two ecosystems share one. */
export type WalletAddress = { readonly namespace: SignInNamespace; readonly address: string }

/**
 * An account as it is shown: one place of a seed phrase, with its address in every ecosystem. A person so chooses between
 * "Account 1" and "Account 2", and not between six addresses; which of an account's addresses an app sees is chosen when it
 * asks, since an app that sees two knows that they belong together.
 */
export type WalletAccount = {
  /** The one on Ethereum, which every account has: the account is known by it. */
  readonly address: Address
  readonly addresses: readonly WalletAddress[]
  /** Counts from 1, and stays when others are removed. */
  readonly number: number
  /** The person's own name for the account. */
  readonly name: string | undefined
  readonly origin: AccountOrigin
}

/** The signers of an account, by namespace. */
export type Signers = {
  readonly eip155: EthereumAccount
  readonly solana: SolanaAccount
  readonly bip122: BitcoinAccount
}

/** An account that can sign. */
export type HeldAccount = WalletAccount & { readonly signers: Signers }

/** Every address of several accounts, in their order. */
export function addressesOf(accounts: readonly WalletAccount[]): readonly WalletAddress[] {
  return accounts.flatMap(({ addresses }) => addresses)
}

/** The account an address belongs to. */
export function accountOf<Account extends WalletAccount>(
  accounts: readonly Account[],
  address: string,
): Account | undefined {
  return accounts.find(({ addresses }) => addresses.some((each) => each.address === address))
}

/** Whether an app sees any address of an account. */
export function isSeenBy({ addresses }: Pick<WalletAccount, 'addresses'>, { namespaces }: Session): boolean {
  const seen = accountsOf(namespaces).map((id) => parseAccountId(id).address)
  return addresses.some(({ address }) => seen.includes(address))
}

/** The first address of each ecosystem, which is offered first. */
export function firstOfEach(addresses: readonly WalletAddress[]): readonly WalletAddress[] {
  return addresses.filter(
    ({ namespace }, place) => addresses.findIndex((each) => each.namespace === namespace) === place,
  )
}
