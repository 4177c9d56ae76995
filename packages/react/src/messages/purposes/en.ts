/**
 * The texts of a modal that is open for something else than linking, and of what the link API refuses for it. `{account}` stands
 * for an address.
 */
export type PurposeTexts = { readonly [key in keyof typeof en]: string }

/** English. */
export const en = {
  signIn: 'Sign in with your wallet',
  signInFailed: 'You are not signed in',
  signedIn: 'Signed in',
  signedInDetail: 'You signed in with {account}.',

  unlink: 'Unlink your wallet',
  unlinkFailed: 'Wallet not unlinked',
  unlinked: 'Wallet unlinked',
  unlinkedDetail: '{account} is no longer linked to your account.',

  release: 'Take back your wallet',
  releaseFailed: 'Wallet not taken back',
  released: 'Wallet taken back',
  releasedDetail: 'No other account of this site holds it any more.',

  walletNotLinked: 'No account can be signed in to with this wallet. Sign in another way, and link it.',
  accountDiffers: 'The wallet shared another account. Choose the linked one in it and try again.',
  stepUp: 'Sign in to this site again first. Then link the wallet.',
  lastFactor: 'This is your last way to sign in. Add another one first.',
  notFound: 'This wallet is no longer linked.',
} as const
