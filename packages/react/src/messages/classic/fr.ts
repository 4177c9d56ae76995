import type { ClassicMessages } from './en.ts'

export const fr: ClassicMessages = {
  language: 'fr',

  title: 'Connectez votre portefeuille',
  qrcode: 'Code QR',
  mobile: 'Mobile',
  desktop: 'Ordinateur',
  choosePreferredWallet: 'Choisissez votre portefeuille préféré',
  connectMobileWallet: 'Se connecter à un portefeuille mobile',
  scanQrcodeWithWallet: 'Scannez le code QR avec un portefeuille compatible avec WalletConnect',
  qrcodeLabel:
    'Code QR pour connecter un portefeuille. Le même lien peut être copié avec « Copier dans le presse-papiers ».',
  connect: 'Se connecter',
  connectWith: 'Se connecter avec {name}',
  copyToClipboard: 'Copier dans le presse-papiers',
  copiedToClipboard: 'Copié dans le presse-papiers !',
  error: 'Erreur',

  search: 'Rechercher',
  loading: 'Chargement…',
  somethingWentWrong: 'Une erreur s’est produite',
  noSupportedWallets: 'Aucun portefeuille n’est pris en charge pour le moment',
  noWalletsFound: 'Aucun portefeuille trouvé',

  pages: 'Pages',
  page: 'Page {page}',
  pageOf: 'Page {page} sur {count}',
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
}
