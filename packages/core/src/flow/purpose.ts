import type { AccountId, AccountProof, CacaoProof, LinkedWallet } from '@hawser/wire'

/**
 * What a wallet's signature is asked for: to link it to the host user, to sign in to the host user it is linked to, to be
 * unlinked (`accountId` is what the linked wallet of `walletId` proved), or to be taken from whoever else holds it.
 */
export type LinkPurpose =
  | { readonly kind: 'link' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'unlink'; readonly walletId: string; readonly accountId: AccountId }
  | { readonly kind: 'release' }

/** What a wallet signed with its approval, for the purpose to link it: over a session, or in the page. */
export type ApprovalProof = CacaoProof | AccountProof

/** What came of a purpose. */
export type LinkOutcome = { readonly kind: 'link'; readonly wallet: LinkedWallet } | OtherOutcome

/** What came of a purpose that linked nothing. */
export type OtherOutcome =
  /** The host app's session is that of the wallet's host user from now on. */
  | { readonly kind: 'signIn'; readonly wallet: LinkedWallet }
  | { readonly kind: 'unlink'; readonly walletId: string }
  | { readonly kind: 'release' }

/** The networks there are to choose from. To unlink, the account that is linked has to sign. */
export function networksFor<Networks>(state: {
  readonly purpose: LinkPurpose
  readonly networks?: Networks
}): Networks | undefined {
  return state.purpose.kind === 'unlink' ? undefined : state.networks
}
