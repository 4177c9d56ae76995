import type { HandoffTexts } from './en.ts'

export const fr: HandoffTexts = {
  scan: 'Scannez avec l’appareil photo de votre téléphone',
  qrLabel: 'Code QR pour l’appareil photo de votre téléphone',
  next: 'Une page de ce site s’y ouvre. Choisissez votre portefeuille, signez, et saisissez ici les six chiffres affichés.',
  stepOpen: 'Une page de ce site s’ouvre sur votre téléphone.',
  stepSign: 'Choisissez-y votre portefeuille et signez.',
  stepDigits: 'Saisissez ici les six chiffres qu’elle affiche.',
  onPhone: 'Continuez sur votre téléphone',
  onPhoneDetail: 'Choisissez-y votre portefeuille et signez. Gardez cette fenêtre ouverte.',
  noWallet: 'Le navigateur de votre téléphone n’a pas de portefeuille',
  noWalletDetail:
    'Touchez-y « Ouvrir dans un portefeuille de ce téléphone », ou copiez le lien dans le navigateur de votre portefeuille.',
  newCode: 'Afficher un nouveau code',
  timeLeft: 'Encore {time}',
  digits: 'Six chiffres de votre téléphone',
  digitsDetail:
    '{name} a signé. Saisissez les chiffres affichés par votre téléphone, et seulement si vous le tenez vous-même en main.',
  digitsShort: 'Saisissez les six chiffres.',
  digitsWrong: 'Ce ne sont pas les bons chiffres. Essais restants : {count}',
  declined: 'La demande a été refusée sur le téléphone. Rien n’a été lié.',
  elsewhere:
    'Le code a été ouvert à un second endroit et n’est plus valable. Si ce n’était pas vous, quelqu’un a peut-être vu votre écran.',
  timeOver: 'Le temps s’est écoulé avant que le portefeuille soit lié.',
  digitsSpent: 'Les chiffres étaient faux trois fois. Rien n’a été lié.',
  codeOver: 'Ce code n’est plus valable.',
  undo: 'Annuler',
  undone: 'Le portefeuille n’est plus lié.',
}
