import type { SessionsMessages } from './en.ts'

/** French. */
export const fr: SessionsMessages = {
  language: 'fr',
  direction: 'ltr',

  title: 'Portefeuilles connectés',
  empty: 'Aucun portefeuille n’est connecté.',
  loading: 'Chargement…',
  failed: 'Les portefeuilles connectés n’ont pas pu être chargés.',
  retry: 'Réessayer',
  unnamed: 'Portefeuille sans nom',
  hostClaimed: 'dit venir de {host}',
  hostVerified: 'vérifié : {host}',
  verifiedDetail: 'Cette page a elle-même ouvert le portefeuille, et sa fiche indique la même adresse.',
  accounts: 'Comptes',
  networks: 'Réseaux',
  permissions: 'Cette page peut demander',
  expires: 'Connecté jusqu’au',
  disconnect: 'Déconnecter',
  disconnectWallet: 'Déconnecter {name}',
  disconnectAll: 'Tout déconnecter',
  confirmOne: 'Déconnecter {name} ? Pour l’utiliser de nouveau ici, vous devrez le reconnecter.',
  confirmAll: 'Déconnecter tous les portefeuilles ? Pour les utiliser de nouveau ici, vous devrez les reconnecter.',
  cancel: 'Annuler',
  disconnected: '{name} est déconnecté.',
  allDisconnected: 'Tous les portefeuilles sont déconnectés.',
  endedByWallet: '{name} a mis fin à sa connexion à cette page.',
  expired: 'La connexion à {name} a expiré.',
  dismiss: 'Compris',
}
