import type { Session } from '@hawser/sign'
import { accountsOf, parseAccountId, type SignInNamespace } from '@hawser/wire'
import type { BitcoinAccount } from './bitcoinAccount.ts'
import type { Address, EthereumAccount } from './ethereumAccount.ts'
import type { SolanaAccount } from './solanaAccount.ts'

/** The seed phrase an account comes from: this wallet's own, or an imported one. */
export type AccountOrigin = 'created' | 'imported'

/** An address and its ecosystem. No two ecosystems have the same address. */
export type WalletAddress = { readonly namespace: SignInNamespace; readonly address: string }

/** An account as the wallet shows it: one place of a seed phrase, with its address in every ecosystem. */
// A person chooses the addresses for each app, because an app that sees two knows that they belong together.
export type WalletAccount = {
  /** The Ethereum address, which every account has and which identifies the account. */
  readonly address: Address
  readonly addresses: readonly WalletAddress[]
  /** Counts from 1, and does not change when other accounts are removed. */
  readonly number: number
  readonly name: string | undefined
  readonly origin: AccountOrigin
}

export type Signers = {
  readonly eip155: EthereumAccount
  readonly solana: SolanaAccount
  readonly bip122: BitcoinAccount
}

export type SigningAccount = WalletAccount & { readonly signers: Signers }

/** Every address of these accounts, in their order. */
export function addressesOf(accounts: readonly WalletAccount[]): readonly WalletAddress[] {
  return accounts.flatMap(({ addresses }) => addresses)
}

/** The account that an address belongs to. */
export function accountOf<Account extends WalletAccount>(
  accounts: readonly Account[],
  address: string,
): Account | undefined {
  return accounts.find(({ addresses }) => addresses.some((each) => each.address === address))
}

/** Whether the app of a session sees any address of the account. */
export function isSeenBy({ addresses }: Pick<WalletAccount, 'addresses'>, { namespaces }: Session): boolean {
  const seen = accountsOf(namespaces).map((id) => parseAccountId(id).address)
  return addresses.some(({ address }) => seen.includes(address))
}

/** The first address of each ecosystem, the default choice. */
export function firstPerNamespace(addresses: readonly WalletAddress[]): readonly WalletAddress[] {
  return addresses.filter(
    ({ namespace }, place) => addresses.findIndex((each) => each.namespace === namespace) === place,
  )
}
