/** The texts about the relay's reach. `{relay}` stands for the relay's host, `{name}` for the wallet's name. */
export type ReachTexts = { readonly [key in keyof typeof en]: string }

export const en = {
  linkable: 'This site links wallets that are in this browser, and wallets that use {relay}.',
  otherWallet: 'I have another wallet that uses {relay}',
  codeForRelay: 'Only wallets that use {relay} can read this code.',
  codeForNetwork: 'Scanned, and nothing happens? Only wallets that support WalletConnect can read this code.',
  noRoute: '{name} cannot be linked from here',
  noRouteDetail: 'This site has no way to reach {name} from this device. Choose another wallet.',
} as const
