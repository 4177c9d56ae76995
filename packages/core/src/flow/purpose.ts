import type { AccountId, AccountProof, CacaoProof, LinkedWallet } from '@hawser/wire'

/**
 * The purpose of a wallet's signature: to link it to the host user, to sign in to its host user, to unlink it, or to take
 * it from its present holder. To unlink, `accountId` is the proven account of the linked wallet `walletId`.
 */
export type LinkPurpose =
  | { readonly kind: 'link' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'unlink'; readonly walletId: string; readonly accountId: AccountId }
  | { readonly kind: 'release' }

/** The text that a wallet signed with its approval, for the purpose to link it: over a session, or in the page. */
export type ApprovalProof = CacaoProof | AccountProof

/** The result of a purpose. */
export type LinkOutcome = { readonly kind: 'link'; readonly wallet: LinkedWallet } | OtherOutcome

/** The result of a purpose that linked nothing. */
export type OtherOutcome =
  /** The host app's session belongs to the wallet's host user from now on. */
  | { readonly kind: 'signIn'; readonly wallet: LinkedWallet }
  | { readonly kind: 'unlink'; readonly walletId: string }
  | { readonly kind: 'release' }

/** The networks to choose from. To unlink, the linked account has to sign. */
export function networksFor<Networks>(state: {
  readonly purpose: LinkPurpose
  readonly networks?: Networks
}): Networks | undefined {
  return state.purpose.kind === 'unlink' ? undefined : state.networks
}
