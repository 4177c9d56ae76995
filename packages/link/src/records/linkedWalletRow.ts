import type { AccountId, ChainId, LinkStatus } from '@hawser/wire'
import type { proofMethods } from '../verifiers/proofMethods.ts'
import type { ContractEvidence } from '../verifiers/provenAccount.ts'

/** How an account was proven: no linked wallet is kept without it. Times and blocks say when, so that a later check can compare. */
export type ProofRecord = {
  readonly method: (typeof proofMethods)[number]
  /** The chain of the signed text (CAIP-2). */
  readonly chainId: ChainId
  /** Number of the block, in decimal, a contract was asked at. Undefined for signatures of a key. */
  readonly block: string | undefined
  /** The challenge that was answered. `before-2`: linked before proofs were recorded. */
  readonly challengeId: string
  /** Of the answer, to know the same one again (`receipt.ts`). Undefined: linked before version 3 of the tables. */
  readonly receipt?: string | undefined
  /** The contract's evidence for `recheckLinkedWallet`: kept with eip1271 and eip6492, and with no other method. */
  readonly evidence?: ContractEvidence | undefined
}

/** A linked wallet as it is kept. Times are epoch milliseconds. */
export type LinkedWalletRow = {
  readonly id: string
  readonly hostUserId: string
  readonly namespace: string
  /** The unit of ownership: the canonical address, or `chainId:canonicalAddress` for a contract account (see `linkedWallets.ts`). */
  readonly address: string
  readonly accountId: AccountId
  /** The wallet's own name. */
  readonly walletName: string | undefined
  /** The user's own name for it, 1 to 64 characters. */
  readonly label: string | undefined
  /** At most one of a host user: the first linked, until another is chosen or it is unlinked (then the oldest left). */
  readonly isPrimary: boolean
  /** When it was proven last. */
  readonly linkedAt: number
  readonly lastUsedAt: number | undefined
  readonly proof: ProofRecord
  /** `stale`: the account's contract no longer answers to what proved it (T-46). `re-prove`: the operator asked for it (T-57). Only a new proof makes it `active` again. */
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

/** An address as `address` of a row holds it, and the host user who proves it. */
export type HeldAddress = Pick<ProvenWallet, 'hostUserId' | 'namespace' | 'address'>

/** One wallet of one host user: nobody else's is found by it. */
export type WalletKey = { readonly hostUserId: string; readonly id: string }
