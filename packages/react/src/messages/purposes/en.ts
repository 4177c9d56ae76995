/**
 * The texts of a modal for a purpose other than linking, and of its failures. `{account}` stands for an address,
 * `{name}` for the wallet's name, `{time}` for a time of day, `{network}` for a network's name.
 */
export type PurposeTexts = { readonly [key in keyof typeof en]: string }

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
  releasedDetail: 'No other account on this site holds it now.',

  cannotSign: 'This wallet cannot sign a message with this account. Use another account or another wallet.',
  notDeployed: 'This smart wallet is not set up on this network yet, so its signature cannot be checked here.',
  signaturePending: 'The wallet has not finished signing. Others may still have to sign. Check again when they have.',
  othersMaySign: 'If others have to sign with you, ask them now. This page waits until {time}.',
  retryOnNetwork: 'Try again on {network}',
  retryOtherWallet: 'Try again with another wallet',
  checkAgain: 'Check again',

  chooseNetwork: 'Choose a network',
  chooseNetworkDetail: '{name} has accounts on several networks. Choose the one to use here.',
  linkOther: 'Link your {network} account of {name} too',

  walletNotLinked: 'You cannot sign in with this wallet. Sign in another way, then link it.',
  accountDiffers: 'The wallet shared another account. Choose the linked one in it and try again.',
  stepUp: 'Sign in to this site again first. Then link the wallet.',
  lastFactor: 'This is your last way to sign in. Add another one first.',
  notFound: 'This wallet is no longer linked.',

  walletUnreadable: 'This page cannot read the wallet’s answer. Update the wallet, or choose another one.',
  networkMissing:
    'The wallet shared no account on a network of this site. Choose such a network in the wallet and try again.',
  methodMissing:
    'The wallet did not allow a request that this site needs. Connect it again and allow it, or choose another wallet.',
  accountUnsupported: 'Accounts of this kind cannot be linked here. Choose another account or network in the wallet.',
  signatureWrong: 'The signature does not match the shared account. Choose that account in the wallet and sign again.',
  signatureUnsupported: 'This site does not accept this wallet’s kind of signature. Choose another wallet.',
  messageOver: 'The message to sign is no longer valid. Try again and sign it within a few minutes.',
  tooManyWallets: 'No more wallets can be linked to your account. Unlink one first.',
  serverFailed: 'This site’s server gave an unexpected answer. Try again in a few minutes.',
  originRefused:
    'Wallets cannot be linked at this address of the site. Open the site at its usual address, or tell its operator.',
  storageRefused:
    'This browser does not let the site store anything. Allow it in the settings, or leave the private window.',
  extensionFailed: '{name} reported an error. Open it, unlock it and try again.',
  relayRefused: 'The relay does not accept this site. Try again later, or tell the operator of the site.',
  relayBusy: 'The relay is busy right now. Wait a moment, then try again.',
  pageStopped: 'The page has ended the connection. Reload it and try again.',
  platformLacking:
    'This browser cannot make a safe connection on this page. Open the site at its https address, or use a current browser.',
} as const
