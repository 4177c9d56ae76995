import type { SessionsMessages } from './en.ts'

/** Italian. */
export const it: SessionsMessages = {
  language: 'it',
  direction: 'ltr',

  title: 'Wallet connessi',
  empty: 'Nessun wallet è connesso.',
  loading: 'Caricamento…',
  failed: 'Impossibile caricare i wallet connessi.',
  retry: 'Riprova',
  unnamed: 'Wallet senza nome',
  hostClaimed: 'dice di essere di {host}',
  hostVerified: 'verificato: {host}',
  verifiedDetail: 'È stata questa pagina ad aprire il wallet, e la sua scheda indica lo stesso indirizzo.',
  accounts: 'Account',
  networks: 'Reti',
  permissions: 'Questa pagina può chiedere',
  expires: 'Connesso fino al',
  disconnect: 'Disconnetti',
  disconnectWallet: 'Disconnetti {name}',
  disconnectAll: 'Disconnetti tutti',
  confirmOne: 'Disconnettere {name}? Per usarlo ancora qui dovrai connetterlo di nuovo.',
  confirmAll: 'Disconnettere tutti i wallet? Per usarli ancora qui dovrai connetterli di nuovo.',
  cancel: 'Annulla',
  disconnected: '{name} è stato disconnesso.',
  allDisconnected: 'Tutti i wallet sono stati disconnessi.',
  endedByWallet: '{name} ha chiuso la connessione a questa pagina.',
  expired: 'La connessione a {name} è scaduta.',
  dismiss: 'Ho capito',
}
