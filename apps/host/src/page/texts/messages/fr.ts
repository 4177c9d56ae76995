import type { HostMessages } from './en.ts'

/** French. */
export const fr: HostMessages = {
  appName: 'Site de démonstration',
  skip: 'Aller au contenu',
  mainNavigation: 'Pages',
  wallets: 'Portefeuilles',
  activity: 'Activité',
  sessions: 'Sessions',
  account: 'Compte',
  signUp: 'S’inscrire',
  signIn: 'S’identifier',
  signOut: 'Se déconnecter',
  anonymous: 'Visiteur anonyme',
  signedIn: 'Identifié',
  language: 'Langue',
  demoNotice: 'Une démonstration. N’utilisez pas de portefeuille contenant de vrais fonds.',
  retry: 'Réessayer',
  cancel: 'Annuler',
  loading: 'Chargement…',
  unreachable: 'Cette page ne parvient pas à joindre son serveur.',
  failed: 'Cela n’a pas marché. Réessayez.',

  yourWallets: 'Vos portefeuilles',
  introAnonymous:
    'Vous êtes {name}, un visiteur anonyme que cette page reconnaît grâce à un cookie. Associez un portefeuille pour prouver qu’il est à vous. Aucune inscription n’est nécessaire.',
  introKeep: 'Inscrivez-vous pour garder vos portefeuilles quand le cookie aura disparu.',
  introAccount: 'Vous êtes identifié comme {name}. Associez un portefeuille pour prouver qu’il est à vous.',
  signedAs: 'Le message signé par un portefeuille vous appelle {label}.',
  confirmToLink: 'Confirmez votre mot de passe pour associer un portefeuille',
  confirmToLinkReason:
    'Un portefeuille associé permet de s’identifier avec votre compte, cette page vous demande donc encore une fois qui vous êtes.',
  confirmToUnlink: 'Confirmez votre mot de passe pour dissocier le portefeuille',
  confirmToUnlinkReason:
    'Votre mot de passe suffit, même si vous n’avez plus le portefeuille. Vous pouvez aussi signer avec lui.',
  confirm: 'Confirmer',
  signInstead: 'Signer avec le portefeuille',
  passwordWrong: 'Le mot de passe est incorrect.',
  heldElsewhere: 'Votre portefeuille est associé à un autre compte ?',
  takeBack: 'Récupérer le portefeuille',
  takenBack: 'Plus aucun autre compte de cette page n’est associé au portefeuille. Vous pouvez maintenant l’associer.',
  noCookies:
    'Votre navigateur ne garde pas les cookies de cette page ; aucun portefeuille ne peut être associé. Autorisez-les et rechargez.',
  connectedMissing: 'Vos portefeuilles connectés n’ont pas pu être chargés. Rechargez la page.',

  howTitle: 'Comment fonctionne l’association',
  connect: 'Connecter',
  connectText: 'Scannez le code avec votre portefeuille, ou ouvrez un portefeuille sur cet appareil.',
  sign: 'Signer',
  signText:
    'Le portefeuille signe un message qui nomme cette page et votre compte. C’est gratuit et aucun fonds n’est déplacé.',
  linked: 'Associé',
  linkedText: 'Le serveur vérifie la signature et garde l’identifiant du compte. La connexion se termine.',
  linkedStaysText:
    'Le serveur vérifie la signature et garde l’identifiant du compte. La connexion dure jusqu’à ce que vous ou le portefeuille y mettiez fin.',
  noWalletAtHand: 'Pas de portefeuille sous la main ?',
  chooseDemo: 'Choisissez « Hawser Demo Wallet » lors de l’association, ou',
  copyLink: 'Copiez le lien du code et',
  openDemo: 'ouvrez le portefeuille de démonstration dans un nouvel onglet',
  keepConnected: 'Garder les portefeuilles connectés après l’association',
  endConnections: 'Terminer les connexions après l’association',

  activityIntro: 'Ce qui est arrivé ici à vos portefeuilles, le plus récent en premier.',

  sessionsIntro: 'Où vous utilisez cette page. Mettez fin aux sessions que vous ne reconnaissez pas.',
  sessionsFailed: 'Vos sessions n’ont pas pu être chargées.',
  thisSession: 'Cette session',
  browserOnSystem: '{browser} sous {system}',
  unknownBrowser: 'Navigateur inconnu',
  began: 'Début : {time}',
  seen: 'dernière activité : {time}',
  endSession: 'Mettre fin à la session',
  endOthers: 'Mettre fin à toutes les autres sessions',
  onlySession: 'Il n’y a aucune autre session.',

  signUpTitle: 'Créer un compte',
  signUpIntro:
    'Les portefeuilles que vous avez associés vous suivent. Associez-les ensuite de nouveau, un par un : d’ici là, ils ne permettent pas de vous identifier.',
  signInTitle: 'S’identifier',
  signInIntro: 'Vos portefeuilles associés vous attendent.',
  signInLoses:
    'Les portefeuilles associés en tant que {name} seront dissociés quand vous vous identifierez. Pour les garder, créez plutôt un compte.',
  or: 'ou',
  signInWithWallet: 'S’identifier par portefeuille',
  signInWithWalletHint:
    'Pour les comptes avec un portefeuille associé. Il signe un message ; rien n’est payé. Pour associer des portefeuilles, il faut aussi votre mot de passe.',
  haveAccount: 'Vous avez déjà un compte ?',
  noAccount: 'Pas encore de compte ?',
  name: 'Nom',
  nameHint: '3 à 32 caractères.',
  password: 'Mot de passe',
  passwordHint: '8 à 128 caractères. Il ne peut pas être récupéré.',
  nameBad: 'Utilisez 3 à 32 caractères visibles et ne commencez pas par « visitor- ».',
  passwordBad: 'Utilisez 8 à 128 caractères.',
  nameTaken: 'Ce nom est déjà pris. Choisissez-en un autre.',
  signInRefused: 'Le nom et le mot de passe ne correspondent pas.',
  tooMany: 'Trop de tentatives. Réessayez dans {minutes} min.',
}
