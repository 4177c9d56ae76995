import type { ReachTexts } from './en.ts'

export const de: ReachTexts = {
  linkable: 'Diese Website verknüpft Wallets in diesem Browser und Wallets, die {relay} nutzen.',
  otherWallet: 'Ich habe eine andere Wallet, die {relay} nutzt',
  codeForRelay: 'Nur Wallets, die {relay} nutzen, können diesen Code lesen.',
  codeForNetwork:
    'Gescannt, und nichts passiert? Nur Wallets, die WalletConnect unterstützen, können diesen Code lesen.',
  noRoute: '{name} lässt sich von hier nicht verknüpfen',
  noRouteDetail: 'Diese Website kann {name} von diesem Gerät aus nicht erreichen. Wählen Sie eine andere Wallet.',
}
