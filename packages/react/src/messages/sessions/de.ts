import type { SessionsMessages } from './en.ts'

/** German. */
export const de: SessionsMessages = {
  language: 'de',
  direction: 'ltr',

  title: 'Verbundene Wallets',
  empty: 'Keine Wallet ist verbunden.',
  loading: 'Wird geladen …',
  failed: 'Die verbundenen Wallets konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
  unnamed: 'Wallet ohne Namen',
  hostClaimed: 'gibt an, von {host} zu sein',
  hostVerified: 'bestätigt: {host}',
  verifiedDetail: 'Diese Seite hat die Wallet selbst geöffnet, und deren Eintrag nennt dieselbe Adresse.',
  accounts: 'Konten',
  networks: 'Netzwerke',
  permissions: 'Diese Seite darf anfragen',
  expires: 'Verbunden bis',
  disconnect: 'Trennen',
  disconnectWallet: '{name} trennen',
  disconnectAll: 'Alle trennen',
  confirmOne: '{name} trennen? Um sie hier wieder zu nutzen, müssen Sie sie neu verbinden.',
  confirmAll: 'Alle Wallets trennen? Um sie hier wieder zu nutzen, müssen Sie sie neu verbinden.',
  cancel: 'Abbrechen',
  disconnected: '{name} ist getrennt.',
  allDisconnected: 'Alle Wallets sind getrennt.',
  endedByWallet: '{name} hat die Verbindung zu dieser Seite beendet.',
  expired: 'Die Verbindung zu {name} ist abgelaufen.',
  dismiss: 'Verstanden',
}
