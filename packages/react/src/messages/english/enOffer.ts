/** The English texts of the first view's wallets. */
export const enOffer = {
  viewAll: 'View All',
  selectWallet: 'Select Wallet',
  selectWalletDetail: 'Opens the wallet app you choose on this device',
  usePhone: 'Use a wallet on your phone',
  recent: 'RECENT',
  installed: 'INSTALLED',
  extension: 'Browser',
  resultCount: { one: '{count} wallet', other: '{count} wallets' },
} as const
