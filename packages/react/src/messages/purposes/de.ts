import type { PurposeTexts } from './en.ts'

/** German. */
export const de: PurposeTexts = {
  signIn: 'Mit Ihrer Wallet anmelden',
  signInFailed: 'Sie sind nicht angemeldet',
  signedIn: 'Angemeldet',
  signedInDetail: 'Sie haben sich mit {account} angemeldet.',

  unlink: 'Wallet lösen',
  unlinkFailed: 'Wallet nicht gelöst',
  unlinked: 'Wallet gelöst',
  unlinkedDetail: '{account} ist nicht mehr mit Ihrem Konto verknüpft.',

  release: 'Wallet zurückholen',
  releaseFailed: 'Wallet nicht zurückgeholt',
  released: 'Wallet zurückgeholt',
  releasedDetail: 'Kein anderes Konto dieser Seite ist mehr mit ihr verknüpft.',

  cannotSign:
    'Diese Wallet kann mit diesem Konto keine Nachricht signieren. Nehmen Sie ein anderes Konto oder eine andere Wallet.',
  notDeployed:
    'Diese Smart Wallet ist in diesem Netzwerk noch nicht eingerichtet. Ihre Signatur lässt sich hier nicht prüfen.',
  signaturePending:
    'Die Wallet hat noch nicht fertig signiert. Vielleicht müssen noch andere signieren. Prüfen Sie danach erneut.',
  othersMaySign: 'Falls andere mit Ihnen signieren müssen, bitten Sie sie jetzt darum. Diese Seite wartet bis {time}.',
  retryOnNetwork: 'Erneut versuchen mit {network}',
  retryOtherWallet: 'Mit anderer Wallet erneut versuchen',
  checkAgain: 'Erneut prüfen',

  walletNotLinked:
    'Mit dieser Wallet können Sie sich bei keinem Konto anmelden. Melden Sie sich anders an und verknüpfen Sie sie dann.',
  accountDiffers:
    'Die Wallet hat ein anderes Konto freigegeben. Wählen Sie in ihr das verknüpfte und versuchen Sie es erneut.',
  stepUp: 'Melden Sie sich zuerst noch einmal auf dieser Seite an. Verknüpfen Sie dann die Wallet.',
  lastFactor: 'Dies ist der letzte Weg, sich anzumelden. Richten Sie zuerst einen anderen ein.',
  notFound: 'Diese Wallet ist nicht mehr verknüpft.',
}
