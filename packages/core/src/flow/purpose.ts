import type { AccountId, AccountProof, CacaoProof, LinkedWallet } from '@hawser/wire'

/**
 * The purpose of a wallet's signature. It links the wallet to the host user, signs in as the wallet's host user, unlinks the
 * wallet, or takes it from its current holder. To unlink, `accountId` is the proven account of the linked wallet `walletId`.
 */
export type LinkPurpose =
  | { readonly kind: 'link' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'unlink'; readonly walletId: string; readonly accountId: AccountId }
  | { readonly kind: 'release' }

/** The text that a wallet signed with its approval in order to be linked, over a session or in the page. */
export type ApprovalProof = CacaoProof | AccountProof

/** The result of a completed purpose. */
export type LinkOutcome = { readonly kind: 'link'; readonly wallet: LinkedWallet } | OtherOutcome

/** The result of a purpose other than linking. */
export type OtherOutcome =
  /** The host app's session belongs to the wallet's host user from now on. */
  | { readonly kind: 'signIn'; readonly wallet: LinkedWallet }
  | { readonly kind: 'unlink'; readonly walletId: string }
  | { readonly kind: 'release' }

/** Returns the networks to choose from. Unlinking offers no choice, because the linked account has to sign. */
export function networksFor<Networks>(state: {
  readonly purpose: LinkPurpose
  readonly networks?: Networks
}): Networks | undefined {
  return state.purpose.kind === 'unlink' ? undefined : state.networks
}
