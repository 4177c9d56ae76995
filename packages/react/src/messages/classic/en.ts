/** The texts that only the classic variant has. `{name}` stands for a wallet's name, `{page}` and `{count}` for numbers. */
export type ClassicMessages = { readonly [key in keyof typeof en]: string }

/** The English texts, which also serve languages without classic texts (C12). */
export const en = {
  /** BCP 47 tag of these texts. */
  language: 'en',

  title: 'Connect your wallet',
  qrcode: 'QR Code',
  mobile: 'Mobile',
  desktop: 'Desktop',
  choosePreferredWallet: 'Choose your preferred wallet',
  connectMobileWallet: 'Connect to Mobile Wallet',
  scanQrcodeWithWallet: 'Scan QR code with a WalletConnect-compatible wallet',
  qrcodeLabel: 'QR code to connect a wallet. The same link can be copied with “Copy to clipboard”.',
  connect: 'Connect',
  connectWith: 'Connect with {name}',
  copyToClipboard: 'Copy to clipboard',
  copiedToClipboard: 'Copied to clipboard!',
  error: 'Error',

  search: 'Search',
  loading: 'Loading...',
  somethingWentWrong: 'Something went wrong',
  noSupportedWallets: 'There are no supported wallets yet',
  noWalletsFound: 'No wallets found',

  pages: 'Pages',
  page: 'Page {page}',
  pageOf: 'Page {page} of {count}',
  previousPage: 'Previous page',
  nextPage: 'Next page',
} as const
