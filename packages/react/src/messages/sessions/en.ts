/** The texts of the list of connected wallets. `{name}` stands for a wallet's name, `{host}` for a web address. */
export type SessionsMessages = { readonly [key in keyof typeof en]: string }

export const en = {
  /** BCP 47 tag and direction of these texts. */
  language: 'en',
  direction: 'ltr',

  title: 'Connected wallets',
  empty: 'No wallet is connected.',
  loading: 'Loading…',
  failed: 'The connected wallets could not be loaded.',
  retry: 'Retry',
  unnamed: 'Unnamed wallet',
  hostClaimed: 'says it is from {host}',
  hostVerified: 'verified: {host}',
  verifiedDetail: 'This page opened the wallet itself, and its listing names the same address.',
  accounts: 'Accounts',
  networks: 'Networks',
  permissions: 'This page may ask for',
  expires: 'Connected until',
  disconnect: 'Disconnect',
  disconnectWallet: 'Disconnect {name}',
  disconnectAll: 'Disconnect all',
  confirmOne: 'Disconnect {name}? To use it here later, connect it again.',
  confirmAll: 'Disconnect all wallets? To use them here later, connect them again.',
  cancel: 'Cancel',
  disconnected: '{name} is disconnected.',
  allDisconnected: 'All wallets are disconnected.',
  endedByWallet: '{name} has ended its connection to this page.',
  expired: 'The connection to {name} has expired.',
  dismiss: 'Got it',
} as const
