import type { AccountId, ChainId, LinkStatus } from '@hawser/wire'
import type { proofMethods } from '../verifiers/proofMethods.ts'
import type { ContractEvidence } from '../verifiers/provenAccount.ts'

/**
 * How an account was proven. Every linked wallet has such a record. Times and blocks say when, so that a later check can
 * compare.
 */
export type ProofRecord = {
  readonly method: (typeof proofMethods)[number]
  /** The chain of the signed text (CAIP-2). */
  readonly chainId: ChainId
  /** The block number, in decimal, at which a contract was asked. Undefined for signatures of a key. */
  readonly block: string | undefined
  /** The challenge that was answered. `before-2`: linked before proofs were recorded. */
  readonly challengeId: string
  /**
   * The receipt of the answer, to recognize the same one again (`receipt.ts`). Undefined if linked before version 3 of the
   * tables.
   */
  readonly receipt?: string | undefined
  /** The contract's evidence for `recheckLinkedWallet`: stored for eip1271 and eip6492 only. */
  readonly evidence?: ContractEvidence | undefined
}

/** A linked wallet as it is stored. Times are epoch milliseconds. */
export type LinkedWalletRow = {
  readonly id: string
  readonly hostUserId: string
  readonly namespace: string
  /**
   * The unit of ownership: the canonical address, or `chainId:canonicalAddress` for a contract account (`linkedWallets.ts`).
   */
  readonly address: string
  readonly accountId: AccountId
  /** The wallet's own name. */
  readonly walletName: string | undefined
  /** The user's own name for the wallet, 1 to 64 characters. */
  readonly label: string | undefined
  /**
   * True for at most one wallet of a host user: the first linked, until the user chooses another or unlinks it (then the oldest
   * left).
   */
  readonly isPrimary: boolean
  /** The time of the latest proof. */
  readonly linkedAt: number
  readonly lastUsedAt: number | undefined
  readonly proof: ProofRecord
  /**
   * `stale`: the contract no longer accepts the signature that proved the account (T-46). `re-prove`: the operator asked for a
   * new proof (T-57). Only a new proof makes the wallet `active` again.
   */
  readonly status: LinkStatus
}

/** The fields from a proof. The store or the user sets the rest of the row. */
export type ProvenWallet = Omit<LinkedWalletRow, 'label' | 'isPrimary' | 'lastUsedAt' | 'status'>

/** The result of storing a proven wallet. */
export type PutWallet = {
  readonly wallet: LinkedWalletRow
  /** Other host users' former rows whose links gave way (`LinkStore.putLinkedWallet`). */
  readonly released: readonly LinkedWalletRow[]
}

/** An address in the form of a row's `address`, and the host user who proves it. */
export type HeldAddress = Pick<ProvenWallet, 'hostUserId' | 'namespace' | 'address'>

/** One wallet of one host user. It never matches another host user's wallet. */
export type WalletKey = { readonly hostUserId: string; readonly id: string }
