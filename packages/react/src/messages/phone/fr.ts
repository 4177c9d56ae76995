import type { PhoneTexts } from './en.ts'

export const fr: PhoneTexts = {
  openIn: 'Ouvrir dans {name}',
  openInDetail: 'Cette page s’ouvre dans le navigateur de {name}. Associez-y votre portefeuille.',
  pasteDetail: 'Ou copiez le lien et ouvrez-le dans le navigateur de {name}.',
  leaveApp: 'Ouvrez cette page dans votre navigateur',
  leaveAppDetail:
    '{app} ne peut pas ouvrir d’autres applications d’ici. Copiez le lien et ouvrez-le dans votre navigateur, par exemple Safari ou Chrome.',
}
