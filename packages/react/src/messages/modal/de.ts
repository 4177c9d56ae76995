import type { Messages } from './en.ts'

/** German. */
export const de: Messages = {
  language: 'de',
  direction: 'ltr',

  linkWallet: 'Wallet verknüpfen',
  modalUnavailable:
    'Das Wallet-Fenster konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und drücken Sie die Taste erneut.',
  framed:
    'Diese Seite wird in einer anderen Website angezeigt. Öffnen Sie sie in einem eigenen Tab, um eine Wallet zu verknüpfen.',
  openInTab: 'In neuem Tab öffnen',

  close: 'Schließen',
  back: 'Zurück',
  copyLink: 'Link kopieren',
  showQrCode: 'QR-Code anzeigen',
  retry: 'Erneut versuchen',
  done: 'Fertig',

  connectYourWallet: 'Wallet verbinden',
  mobile: 'Smartphone',
  desktop: 'Desktop',
  web: 'Web',
  scanWithYourWallet: 'Mit Ihrer Wallet scannen',
  viewAll: 'Alle anzeigen',
  selectWallet: 'Wallet auswählen',
  selectWalletDetail: 'Öffnet die Wallet-App, die Sie auf diesem Gerät wählen',
  wallets: 'Wallets',
  recent: 'ZULETZT',
  installed: 'INSTALLIERT',
  browserWallet: 'Browser-Wallet',

  scanTheCode: 'Code scannen',
  qrCodeLabel: 'QR-Code zum Verbinden einer Wallet. Denselben Link erhalten Sie mit „Link kopieren“.',
  qrCodeLabelFor: 'QR-Code zum Verbinden von {name}. Denselben Link erhalten Sie mit „Link kopieren“.',
  preparing: 'Code wird vorbereitet …',
  codeName: 'Code {topic}',
  codeTimeLeft: 'Neuer Code in {time}',
  codeEndsIn: 'Noch {time} gültig',
  codeRenewed: 'Der Code wurde erneuert.',
  codeAfterDeclined: 'Hier ist ein neuer Code.',
  codeSoonRenewed: 'Der Code wird in {time} erneuert.',
  connecting: 'Verbindung wird hergestellt …',

  continueIn: 'Weiter in {name} …',
  desktopDetail: 'Falls {name} auf Ihrem Gerät nicht installiert ist, lädt die Verbindung womöglich endlos',
  webDetail:
    'Die Web-App von {name} wurde in einem neuen Tab geöffnet. Bestätigen Sie dort die Verbindung und kommen Sie zurück',
  tapOpen: 'Zum Fortfahren auf „Öffnen“ tippen …',
  extension: 'Browser',
  extensionDetail: 'Bestätigen Sie die Verbindung im Fenster von {name} in diesem Browser',
  extensionBusy: 'In {name} wartet bereits eine Anfrage. Öffnen Sie sie dort.',
  extensionMissing: '{name} antwortet nicht mehr. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  walletStayed: '{name} wurde nicht geöffnet. Ist die App installiert?',
  scanWithOtherPhone: 'Mit anderem Smartphone scannen',
  stillDoesNotWork: 'Klappt immer noch nicht?',
  alternateLink: 'Anderen Link versuchen',
  get: '{name} holen',
  appStore: 'App Store',
  googlePlay: 'Google Play',
  scanDetail: 'Scannen Sie diesen QR-Code mit der Kamera Ihres Smartphones oder in der App {name}',

  searchWallets: 'Wallets suchen',
  noResults: 'Keine Ergebnisse',
  loading: 'Wird geladen …',
  clearSearch: 'Suche löschen',
  viewUnavailable:
    'Diese Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  listUnavailable: 'Wallet-Liste nicht verfügbar, QR-Code scannen',
  resultCount: { one: '{count} Wallet', other: '{count} Wallets' },

  notDetected: 'Nicht gefunden',
  installDetail:
    'Laden Sie {name} herunter, um fortzufahren. Sind mehrere Browser-Erweiterungen installiert, deaktivieren Sie alle außer {name} und versuchen Sie es noch einmal',
  download: 'Herunterladen',
  notFound: 'Nicht vorhanden',

  connectionDeclined: 'Verbindung abgelehnt',
  declinedDetail: 'Die Anfrage wurde in der Wallet abgelehnt. Es wurde nichts weitergegeben.',
  connectionExpired: 'Die Anfrage ist abgelaufen',
  expiredDetail: 'Keine Wallet hat rechtzeitig geantwortet. Mit einem neuen Versuch erhalten Sie einen neuen Code.',
  relayUnreachable: 'Keine Verbindung zum Relay',
  relayUnreachableDetail:
    'Ohne sie funktioniert der Code nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  clockDetail:
    'Die Uhr dieses Geräts weicht zu stark von der des Relays ab. Prüfen Sie Datum und Uhrzeit und versuchen Sie es noch einmal.',
  linkFailed: 'Wallet nicht verknüpft',
  signatureDeclined: 'Die Nachricht wurde in der Wallet nicht signiert.',
  signatureExpired: 'Die Nachricht wurde nicht rechtzeitig signiert.',
  alreadyLinked: 'Diese Wallet ist bereits mit einem anderen Konto verknüpft.',
  cannotCheck: 'Diese Smart Wallet lässt sich gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal.',
  tooManyAttempts: 'Zu viele Versuche. Versuchen Sie es in einer Minute noch einmal.',
  notSignedIn: 'Sie sind nicht mehr angemeldet. Laden Sie die Seite neu und melden Sie sich wieder an.',
  failureDetail: 'Etwas ist schiefgelaufen ({code}). Bitte versuchen Sie es noch einmal.',
  connectionFailed: 'Die Wallet konnte nicht verbunden werden',
  sessionEnded: 'Die Wallet hat die Verbindung beendet',
  sessionEndedDetail: 'Verbinden Sie sie erneut, um fortzufahren.',

  approveInWallet: 'In der Wallet bestätigen',
  proveDetail:
    'Signieren Sie die Nachricht in {name} und belegen Sie so, dass die Wallet Ihnen gehört. Das kostet nichts und bewegt kein Guthaben.',
  openWallet: '{name} öffnen',
  stepConnected: 'Wallet verbunden',
  stepChallenge: 'Nachricht vorbereiten',
  stepSignature: 'In der Wallet signieren',
  stepChecking: 'Signatur prüfen',
  stepDone: 'erledigt',
  walletLinked: 'Wallet verknüpft',
  walletLinkedDetail: '{account} ist jetzt mit Ihrem Konto verknüpft.',
  walletConnected: 'Wallet verbunden',

  legal: 'Mit dem Verbinden Ihrer Wallet stimmen Sie Folgendem dieser App zu:',
  and: 'und',
  termsOfService: 'Nutzungsbedingungen',
  privacyPolicy: 'Datenschutzerklärung',

  linkCopied: 'Link kopiert',
  failedToCopy: 'Kopieren fehlgeschlagen',
  copyByHand: 'Kopieren Sie diesen Link selbst:',
  failedPreloading: 'Vorabladen fehlgeschlagen',
  unknownError: 'Unbekannter Fehler',
}
