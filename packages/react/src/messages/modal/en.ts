import { buttonTexts } from '../button.ts'
import type { ClassicMessages } from '../classic/en.ts'
import type { LinkedWalletsMessages } from '../linkedWallets/en.ts'
import type { PurposeTexts } from '../purposes/en.ts'
import type { SessionsMessages } from '../sessions/en.ts'

/** Every text the modal and the button show. `{name}` stands for the wallet's name. Hosts may override any of them. */
export type Messages = {
  readonly [key in keyof typeof en]: (typeof en)[key] extends string ? string : PluralText
} & {
  /** What the wallet goes by that is only there as `window.ethereum`. Left out, it is the English "Browser wallet". */
  readonly browserWallet?: string
  /** What a signature was wanted for is done, where that is not linking: in a word, and in a sentence with `{account}`. */
  readonly fulfilled?: string
  readonly fulfilledDetail?: string
  /** Said when a wallet has been asked to sign for a minute; and the ways on after it could not. All come with their dictionary. */
  readonly othersMaySign?: string
  readonly retryOnNetwork?: string
  readonly retryOtherWallet?: string
  readonly checkAgain?: string
  /** Names of networks by chain id, for `retryOnNetwork`. */
  readonly networks?: Readonly<Record<string, string>>
  /** What stopped the visitor, by the code of the failure, where no other text says it. */
  readonly problems?: Readonly<Record<string, string>>
  /** The texts of signing in, of unlinking and of taking a wallet back; every one left out comes from their dictionary. */
  readonly purposes?: Partial<PurposeTexts>
  /** The classic variant's own texts; every one left out comes from its dictionary of the same language, else English. */
  readonly classic?: Partial<ClassicMessages>
  /** The texts of the list of connected wallets, in the same way. */
  readonly sessions?: Partial<SessionsMessages>
  /** The texts of the list of linked wallets and of their history, in the same way. */
  readonly linkedWallets?: Partial<LinkedWalletsMessages>
}

/** A text with a count in it, by plural category of the language (CLDR); `other` is there in every language. */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** English. The texts of the views and toasts are those of the specification. */
export const en = {
  /** BCP 47 tag and direction of these texts, set on the dialog. */
  language: 'en',
  direction: 'ltr',

  ...buttonTexts,

  close: 'Close',
  back: 'Back',
  copyLink: 'Copy link',
  showQrCode: 'Show QR code',
  retry: 'Retry',
  done: 'Done',

  connectYourWallet: 'Connect your wallet',
  mobile: 'Mobile',
  desktop: 'Desktop',
  web: 'Web',
  scanWithYourWallet: 'Scan with your wallet',
  viewAll: 'View All',
  selectWallet: 'Select Wallet',
  selectWalletDetail: 'Opens the wallet app you choose on this device',
  wallets: 'Wallets',
  recent: 'RECENT',
  installed: 'INSTALLED',

  scanTheCode: 'Scan the code',
  qrCodeLabel: 'QR code to connect a wallet. The same link can be copied with “Copy link”.',
  qrCodeLabelFor: 'QR code to connect {name}. The same link can be copied with “Copy link”.',
  preparing: 'Preparing the code…',
  /** `{topic}` is the first and last letters of the pairing's topic, `{time}` minutes and seconds. */
  codeName: 'Code {topic}',
  codeTimeLeft: 'New code in {time}',
  codeEndsIn: 'Valid for {time}',
  codeRenewed: 'The code has been renewed.',
  codeAfterDeclined: 'Here is a new code.',
  codeSoonRenewed: 'The code will be renewed in {time}.',
  connecting: 'Connecting…',

  continueIn: 'Continue in {name}...',
  desktopDetail: 'Connection can continue loading if {name} is not installed on your device',
  webDetail: '{name} web app has opened in a new tab. Go there, accept the connection, and come back',
  tapOpen: "Tap 'Open' to continue…",
  extension: 'Browser',
  extensionDetail: 'Accept the connection in the window of {name} in this browser',
  extensionBusy: 'A request is already waiting in {name}. Open it there.',
  extensionMissing: '{name} no longer answers. Reload the page and try again.',
  walletStayed: '{name} did not open. Is it installed?',
  scanWithOtherPhone: 'Scan with another phone',
  stillDoesNotWork: "Still doesn't work?",
  alternateLink: 'Try this alternate link',
  get: 'Get {name}',
  appStore: 'App Store',
  googlePlay: 'Google Play',
  noWallet: 'I have no wallet',
  getWallet: 'Get a wallet',
  whatIsWallet:
    'A wallet is an app that keeps the keys to your accounts and signs for you. Only you decide what it signs.',
  scanDetail: "Scan this QR Code with your phone's camera or inside {name} app",

  searchWallets: 'Search wallets',
  noResults: 'No results found',
  loading: 'Loading...',
  clearSearch: 'Clear search',
  viewUnavailable: 'This page could not be loaded. Check your connection and try again.',
  listUnavailable: 'The list of wallets is not available right now.',
  resultCount: { one: '{count} wallet', other: '{count} wallets' },

  notDetected: 'Not Detected',
  installDetail:
    'Download {name} to continue. If multiple browser extensions are installed, disable non {name} ones and try again',
  installOnPhone: 'Install {name} on this device, then come back to this page.',
  otherNetwork: '{name} is in this browser, but only for {network}. This site uses other networks.',
  download: 'Download',
  notFound: 'Not Found',

  connectionDeclined: 'Connection declined',
  declinedDetail: 'The request was declined in the wallet. Nothing was shared.',
  connectionExpired: 'The request has expired',
  expiredDetail: 'No wallet answered in time. Try again to get a new code.',
  relayUnreachable: 'No connection to the relay',
  relayUnreachableDetail: 'The code cannot work without it. Check your connection and try again.',
  clockDetail: 'The clock of this device differs too much from the relay’s. Check its date and time and try again.',
  linkFailed: 'Wallet not linked',
  signatureDeclined: 'The message was not signed in the wallet.',
  signatureExpired: 'The message was not signed in time.',
  alreadyLinked: 'This wallet is already linked to another account.',
  cannotCheck: 'This smart wallet cannot be checked right now. Please try again in a moment.',
  tooManyAttempts: 'Too many attempts. Please try again in a minute.',
  notSignedIn: 'You are no longer signed in. Reload the page and sign in again.',
  signInFirst: 'Sign in first',
  signInFirstDetail: 'Sign in to this site, then try again.',
  failureDetail: 'Something went wrong ({code}). Please try again.',
  connectionFailed: 'The wallet could not be connected',
  sessionEnded: 'The wallet ended the connection',
  sessionEndedDetail: 'Connect it again to continue.',

  approveInWallet: 'Approve in your wallet',
  proveDetail: 'Sign the message in {name} to prove that the wallet is yours. This costs nothing and moves no funds.',
  openWallet: 'Open {name}',
  stepConnected: 'Wallet connected',
  stepChallenge: 'Prepare the message',
  stepSignature: 'Sign it in the wallet',
  stepChecking: 'Check the signature',
  stepDone: 'done',
  walletLinked: 'Wallet linked',
  walletLinkedDetail: '{account} is now linked to your account.',
  walletConnected: 'Wallet connected',

  legal: "By connecting your wallet to this app, you agree to the app's",
  and: 'and',
  termsOfService: 'Terms of Service',
  privacyPolicy: 'Privacy Policy',

  linkCopied: 'Link copied',
  failedToCopy: 'Failed to copy',
  copyByHand: 'Copy this link yourself:',
  failedPreloading: 'Failed preloading',
  unknownError: 'Unknown Error',
} as const
