import type { ReachTexts } from './en.ts'

export const fr: ReachTexts = {
  linkable: 'Ce site associe les portefeuilles présents dans ce navigateur et ceux qui utilisent {relay}.',
  otherWallet: 'J’ai un autre portefeuille qui utilise {relay}',
  codeForRelay: 'Seuls les portefeuilles qui utilisent {relay} peuvent lire ce code.',
  codeForNetwork:
    'Vous avez scanné et rien ne se passe ? Seuls les portefeuilles compatibles avec WalletConnect peuvent lire ce code.',
  noRoute: '{name} ne peut pas être associé d’ici',
  noRouteDetail: 'Ce site ne peut pas joindre {name} depuis cet appareil. Choisissez un autre portefeuille.',
}
