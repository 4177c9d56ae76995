import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Netzwerk wählen',
  chooseNetworkDetail: '{name} hat Konten in mehreren Netzwerken. Wählen Sie, welches Sie hier verwenden möchten.',
  linkOther: 'Auch Ihr {network}-Konto von {name} verknüpfen',

  walletNotLinked:
    'Mit dieser Wallet können Sie sich bei keinem Konto anmelden. Melden Sie sich anders an und verknüpfen Sie sie dann.',
  accountDiffers:
    'Die Wallet hat ein anderes Konto freigegeben. Wählen Sie in ihr das verknüpfte und versuchen Sie es erneut.',
  stepUp: 'Melden Sie sich zuerst noch einmal auf dieser Seite an. Verknüpfen Sie dann die Wallet.',
  lastFactor: 'Dies ist der letzte Weg, sich anzumelden. Richten Sie zuerst einen anderen ein.',
  notFound: 'Diese Wallet ist nicht mehr verknüpft.',

  walletUnreadable:
    'Die Wallet gab eine Antwort, die hier nicht gelesen werden kann. Aktualisieren Sie die Wallet oder wählen Sie eine andere.',
  networkMissing:
    'Die Wallet hat kein Konto in einem Netzwerk dieser Seite freigegeben. Wählen Sie in der Wallet ein solches Netzwerk und versuchen Sie es erneut.',
  methodMissing:
    'Die Wallet hat nicht erlaubt, worum diese Seite sie bitten muss. Verbinden Sie sie erneut und erlauben Sie es, oder wählen Sie eine andere Wallet.',
  accountUnsupported:
    'Konten dieser Art können hier nicht verknüpft werden. Wählen Sie in der Wallet ein anderes Konto oder Netzwerk.',
  signatureWrong:
    'Die Signatur stammt nicht von dem freigegebenen Konto. Wählen Sie dieses Konto in der Wallet und signieren Sie erneut.',
  signatureUnsupported:
    'Diese Wallet signiert auf eine Weise, die hier nicht angenommen wird. Wählen Sie eine andere Wallet.',
  messageOver:
    'Die Nachricht zum Signieren gilt nicht mehr. Versuchen Sie es erneut und signieren Sie innerhalb weniger Minuten.',
  tooManyWallets: 'Mit Ihrem Konto können keine weiteren Wallets verknüpft werden. Lösen Sie zuerst eine Verknüpfung.',
  serverFailed:
    'Der Server dieser Seite hat nicht wie erwartet geantwortet. Versuchen Sie es in einigen Minuten erneut.',
  originRefused:
    'Unter dieser Adresse der Seite können keine Wallets verknüpft werden. Öffnen Sie die Seite unter ihrer üblichen Adresse oder informieren Sie den Betreiber.',
  storageRefused:
    'Dieser Browser lässt die Seite nichts speichern. Erlauben Sie es in den Einstellungen oder verlassen Sie das private Fenster.',
  extensionFailed:
    '{name} hat einen Fehler gemeldet. Öffnen und entsperren Sie die Wallet und versuchen Sie es erneut.',
  relayRefused:
    'Das Relay nimmt diese Seite nicht an. Versuchen Sie es später erneut oder informieren Sie den Betreiber der Seite.',
  relayBusy: 'Das Relay ist gerade überlastet. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  pageStopped: 'Die Seite hat die Verbindung beendet. Laden Sie sie neu und versuchen Sie es erneut.',
  platformLacking:
    'Dieser Browser kann auf dieser Seite keine sichere Verbindung herstellen. Öffnen Sie die Website über https, oder nutzen Sie einen aktuellen Browser.',
}
