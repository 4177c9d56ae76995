import { buttonTexts } from '../button.ts'

/**
 * The English texts that are needed before the code is rendered: the texts of the first views and of their failures.
 */
export const enFirst = {
  /** BCP 47 tag and direction of these texts, set on the dialog. */
  language: 'en',
  direction: 'ltr',

  ...buttonTexts,

  close: 'Close',
  back: 'Back',
  copyLink: 'Copy link',
  showQrCode: 'Show QR code',
  retry: 'Retry',

  connectYourWallet: 'Connect your wallet',
  mobile: 'Mobile',
  desktop: 'Desktop',
  scanWithYourWallet: 'Scan with your wallet',
  wallets: 'Wallets',

  scanTheCode: 'Scan the code',
  qrCodeLabel: 'QR code to connect a wallet. The same link can be copied with “Copy link”.',
  preparing: 'Preparing the code…',
  /** `{topic}` is the first and last letters of the pairing's topic, `{time}` minutes and seconds. */
  codeName: 'Code {topic}',
  codeTimeLeft: 'New code in {time}',
  codeEndsIn: 'Valid for {time}',
  codeAfterDeclined: 'Here is a new code.',
  connecting: 'Connecting…',
  signedAs: 'Account: {account}',

  noWallet: 'I have no wallet',

  loading: 'Loading...',
  viewUnavailable: 'This page could not be loaded. Check your connection and try again.',
  listUnavailable: 'The list of wallets is not available right now.',

  connectionDeclined: 'Connection declined',
  declinedDetail: 'The request was declined in the wallet. Nothing was shared.',
  connectionExpired: 'The request has expired',
  expiredDetail: 'No wallet answered in time. Try again to get a new code.',
  relayUnreachable: 'No connection to the relay',
  relayUnreachableDetail: 'The code cannot work without it. Check your connection and try again.',
  clockDetail: 'The clock of this device differs too much from the relay’s. Check its date and time and try again.',
  failureDetail: 'Something went wrong ({code}). Please try again.',
  connectionFailed: 'The wallet could not be connected',

  legal: "By connecting your wallet to this app, you agree to the app's",
  and: 'and',
  termsOfService: 'Terms of Service',
  privacyPolicy: 'Privacy Policy',
} as const
