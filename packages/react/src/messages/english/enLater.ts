/** The rest of English, which comes with the views that show it. */
export const enLater = {
  done: 'Done',

  web: 'Web',

  qrCodeLabelFor: 'QR code to connect {name}. The same link can be copied with “Copy link”.',

  continueIn: 'Continue in {name}...',
  desktopDetail: 'Connection can continue loading if {name} is not installed on your device',
  webDetail: '{name} web app has opened in a new tab. Go there, accept the connection, and come back',
  tapOpen: "Tap 'Open' to continue…",
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
  getWallet: 'Get a wallet',
  whatIsWallet:
    'A wallet is an app that keeps the keys to your accounts and signs for you. Only you decide what it signs.',
  scanDetail: "Scan this QR Code with your phone's camera or inside {name} app",

  searchWallets: 'Search wallets',
  noResults: 'No results found',
  clearSearch: 'Clear search',

  notDetected: 'Not Detected',
  installDetail:
    'Download {name} to continue. If multiple browser extensions are installed, disable non {name} ones and try again',
  installOnPhone: 'Install {name} on this device, then come back to this page.',
  otherNetwork: '{name} is in this browser, but only for {network}. This site uses other networks.',
  download: 'Download',
  notFound: 'Not Found',

  linkFailed: 'Wallet not linked',
  signatureDeclined: 'The message was not signed in the wallet.',
  signatureExpired: 'The message was not signed in time.',
  alreadyLinked: 'This wallet is already linked to another account.',
  cannotCheck: 'This smart wallet cannot be checked right now. Please try again in a moment.',
  tooManyAttempts: 'Too many attempts. Please try again in a minute.',
  notSignedIn: 'You are no longer signed in. Reload the page and sign in again.',
  signInFirst: 'Sign in first',
  signInFirstDetail: 'Sign in to this site, then try again.',
  sessionEnded: 'The wallet ended the connection',
  sessionEndedDetail: 'Connect it again to continue.',

  approveInWallet: 'Approve in your wallet',
  proveDetail: 'Sign the message in {name} to prove that the wallet is yours. This costs nothing and moves no funds.',
  openWallet: 'Open {name}',
  stepConnected: 'Wallet connected',
  stepChallenge: 'Prepare the message',
  stepSignature: 'Sign it in the wallet',
  stepChecking: 'Check the signature',
  signedAs: 'Account: {account}',
  stepDone: 'done',
  walletLinked: 'Wallet linked',
  walletLinkedDetail: '{account} is now linked to your account.',
  walletConnected: 'Wallet connected',
} as const
