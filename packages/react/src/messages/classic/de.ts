import type { ClassicMessages } from './en.ts'

export const de: ClassicMessages = {
  language: 'de',

  title: 'Wallet verbinden',
  qrcode: 'QR-Code',
  mobile: 'Mobil',
  desktop: 'Desktop',
  choosePreferredWallet: 'Wählen Sie Ihre bevorzugte Wallet',
  connectMobileWallet: 'Mit mobiler Wallet verbinden',
  scanQrcodeWithWallet: 'Scanne den QR-Code mit einer WalletConnect-kompatiblen Wallet',
  qrcodeLabel:
    'QR-Code zum Verbinden einer Wallet. Derselbe Link lässt sich mit „In die Zwischenablage kopieren“ kopieren.',
  connect: 'Verbinden',
  connectWith: 'Mit {name} verbinden',
  copyToClipboard: 'In die Zwischenablage kopieren',
  copiedToClipboard: 'In die Zwischenablage kopiert!',
  error: 'Fehler',

  search: 'Suchen',
  loading: 'Wird geladen …',
  somethingWentWrong: 'Etwas ist schiefgelaufen',
  noSupportedWallets: 'Es gibt noch keine unterstützten Wallets',
  noWalletsFound: 'Keine Wallets gefunden',

  pages: 'Seiten',
  page: 'Seite {page}',
  pageOf: 'Seite {page} von {count}',
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
}
