/**
 * The texts of a modal that is open for something else than linking, and of what the link API refuses for it. `{account}` stands
 * for an address, `{time}` for a time of the day, `{network}` for a network's name.
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

  cannotSign: 'This wallet cannot sign a message with this account. Use another account or another wallet.',
  notDeployed: 'This smart wallet is not set up on this network yet, so its signature cannot be checked here.',
  signaturePending: 'The wallet has not finished signing. Others may still have to sign. Check again when they have.',
  othersMaySign: 'If others have to sign with you, ask them now. This page waits until {time}.',
  retryOnNetwork: 'Try again on {network}',
  retryOtherWallet: 'Try again with another wallet',
  checkAgain: 'Check again',

  walletNotLinked: 'No account can be signed in to with this wallet. Sign in another way, and link it.',
  accountDiffers: 'The wallet shared another account. Choose the linked one in it and try again.',
  stepUp: 'Sign in to this site again first. Then link the wallet.',
  lastFactor: 'This is your last way to sign in. Add another one first.',
  notFound: 'This wallet is no longer linked.',
} as const
