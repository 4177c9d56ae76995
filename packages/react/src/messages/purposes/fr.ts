import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Choisir un réseau',
  chooseNetworkDetail: '{name} a des comptes sur plusieurs réseaux. Choisissez celui à utiliser ici.',
  linkOther: 'Associer aussi votre compte {network} de {name}',

  walletNotLinked:
    'Ce portefeuille ne permet de s’identifier à aucun compte. Identifiez-vous autrement, puis associez-le.',
  accountDiffers: 'Le portefeuille a partagé un autre compte. Choisissez-y celui qui est associé et réessayez.',
  stepUp: 'Identifiez-vous d’abord de nouveau sur ce site. Associez ensuite le portefeuille.',
  lastFactor: 'C’est votre dernier moyen de vous identifier. Ajoutez-en d’abord un autre.',
  notFound: 'Ce portefeuille n’est plus associé.',

  walletUnreadable: 'Le portefeuille a donné une réponse illisible ici. Mettez-le à jour ou choisissez-en un autre.',
  networkMissing:
    'Le portefeuille n’a partagé aucun compte sur un réseau de ce site. Choisissez un tel réseau dans le portefeuille et réessayez.',
  methodMissing:
    'Le portefeuille n’a pas autorisé ce que ce site doit lui demander. Reconnectez-le et autorisez-le, ou choisissez un autre portefeuille.',
  accountUnsupported:
    'Les comptes de ce type ne peuvent pas être liés ici. Choisissez un autre compte ou réseau dans le portefeuille.',
  signatureWrong:
    'La signature n’est pas celle du compte partagé. Choisissez ce compte dans le portefeuille et signez à nouveau.',
  signatureUnsupported:
    'Ce portefeuille signe d’une manière qui n’est pas acceptée ici. Choisissez un autre portefeuille.',
  messageOver: 'Le message à signer n’est plus valable. Réessayez et signez-le dans les minutes qui suivent.',
  tooManyWallets: 'Votre compte ne peut pas être lié à davantage de portefeuilles. Dissociez-en d’abord un.',
  serverFailed: 'Le serveur de ce site n’a pas répondu comme prévu. Réessayez dans quelques minutes.',
  originRefused:
    'Aucun portefeuille ne peut être lié à cette adresse du site. Ouvrez le site à son adresse habituelle ou prévenez son exploitant.',
  storageRefused:
    'Ce navigateur ne laisse rien enregistrer au site. Autorisez-le dans les réglages ou quittez la fenêtre privée.',
  extensionFailed: '{name} a signalé une erreur. Ouvrez-le, déverrouillez-le et réessayez.',
  relayRefused: 'Le relais n’accepte pas ce site. Réessayez plus tard ou prévenez l’exploitant du site.',
  relayBusy: 'Le relais est surchargé en ce moment. Patientez un instant, puis réessayez.',
  pageStopped: 'La page a mis fin à la connexion. Rechargez-la et réessayez.',
  platformLacking:
    'Ce navigateur ne peut pas établir de connexion sûre sur cette page. Ouvrez le site en https, ou utilisez un navigateur récent.',
}
