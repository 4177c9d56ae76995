import type { PurposeTexts } from './en.ts'

/** French. */
export const fr: PurposeTexts = {
  signIn: 'Identification par portefeuille',
  signInFailed: 'Vous n’êtes pas identifié',
  signedIn: 'Identification réussie',
  signedInDetail: 'Vous vous êtes identifié avec {account}.',

  unlink: 'Dissociez votre portefeuille',
  unlinkFailed: 'Portefeuille non dissocié',
  unlinked: 'Portefeuille dissocié',
  unlinkedDetail: '{account} n’est plus associé à votre compte.',

  release: 'Récupérez votre portefeuille',
  releaseFailed: 'Portefeuille non récupéré',
  released: 'Portefeuille récupéré',
  releasedDetail: 'Plus aucun autre compte de ce site n’y est associé.',

  cannotSign:
    'Ce portefeuille ne peut pas signer de message avec ce compte. Utilisez un autre compte ou un autre portefeuille.',
  notDeployed:
    'Ce portefeuille intelligent n’est pas encore en place sur ce réseau : sa signature ne peut pas y être vérifiée.',
  signaturePending:
    'Le portefeuille n’a pas fini de signer. D’autres personnes doivent peut-être encore signer. Vérifiez de nouveau ensuite.',
  othersMaySign:
    'Si d’autres personnes doivent signer avec vous, demandez-le-leur maintenant. Cette page attend jusqu’à {time}.',
  retryOnNetwork: 'Réessayer sur {network}',
  retryOtherWallet: 'Réessayer avec un autre portefeuille',
  checkAgain: 'Vérifier de nouveau',

  walletNotLinked:
    'Ce portefeuille ne permet de s’identifier à aucun compte. Identifiez-vous autrement, puis associez-le.',
  accountDiffers: 'Le portefeuille a partagé un autre compte. Choisissez-y celui qui est associé et réessayez.',
  stepUp: 'Identifiez-vous d’abord de nouveau sur ce site. Associez ensuite le portefeuille.',
  lastFactor: 'C’est votre dernier moyen de vous identifier. Ajoutez-en d’abord un autre.',
  notFound: 'Ce portefeuille n’est plus associé.',
}
