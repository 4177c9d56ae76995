import type { AccountId } from '@hawser/wire'

/**
 * A text that a host user was asked to sign. Bound to host user, session, account and purpose; valid for one answer. Times are
 * epoch milliseconds.
 */
export type Challenge = LinkChallenge | OneTapChallenge | UnlinkChallenge | ReleaseChallenge | SignInChallenge

type Issued = { readonly id: string; readonly hostUserId: string; readonly expiresAt: number }

export type LinkChallenge = Issued & {
  readonly purpose: 'link'
  readonly accountId: AccountId
  /** The wallet's own name: displayed, never trusted. */
  readonly walletName: string | undefined
  /** The whole text to sign, byte for byte. */
  readonly message: string
}

/** Signed by a linked wallet before it is unlinked (`unlink.ts`). */
export type UnlinkChallenge = Omit<LinkChallenge, 'purpose' | 'walletName'> & {
  readonly purpose: 'unlink'
  readonly walletName: undefined
}

/** Signed by a wallet to take it from other host users (`release.ts`). */
export type ReleaseChallenge = Omit<UnlinkChallenge, 'purpose'> & { readonly purpose: 'release' }

/** Signed by a linked wallet to sign its host user in (`signIn.ts`). It belongs to a session that has no host user yet. */
export type SignInChallenge = Omit<UnlinkChallenge, 'purpose'> & { readonly purpose: 'signIn' }

/** Issued before any account is known: the text is built for the account that answers (`oneTap.ts`). */
export type OneTapChallenge = Issued & {
  readonly purpose: 'oneTap'
  readonly accountId: undefined
  readonly walletName: undefined
  /** The sign-in request, as JSON. */
  readonly message: string
}
