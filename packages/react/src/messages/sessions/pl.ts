import type { SessionsMessages } from './en.ts'

/** Polish. */
export const pl: SessionsMessages = {
  language: 'pl',
  direction: 'ltr',

  title: 'Połączone portfele',
  empty: 'Żaden portfel nie jest połączony.',
  loading: 'Wczytywanie…',
  failed: 'Nie udało się wczytać połączonych portfeli.',
  retry: 'Spróbuj ponownie',
  unnamed: 'Portfel bez nazwy',
  hostClaimed: 'podaje, że pochodzi z {host}',
  hostVerified: 'potwierdzono: {host}',
  verifiedDetail: 'Ta strona sama otworzyła portfel, a jego wpis podaje ten sam adres.',
  accounts: 'Konta',
  networks: 'Sieci',
  permissions: 'Ta strona może prosić o',
  expires: 'Połączono do',
  disconnect: 'Odłącz',
  disconnectWallet: 'Odłącz {name}',
  disconnectAll: 'Odłącz wszystkie',
  confirmOne: 'Odłączyć {name}? Aby znów używać tego portfela tutaj, trzeba będzie połączyć go na nowo.',
  confirmAll: 'Odłączyć wszystkie portfele? Aby znów ich tu używać, trzeba będzie połączyć je na nowo.',
  cancel: 'Anuluj',
  disconnected: 'Odłączono {name}.',
  allDisconnected: 'Odłączono wszystkie portfele.',
  endedByWallet: 'Portfel {name} zakończył połączenie z tą stroną.',
  expired: 'Połączenie z {name} wygasło.',
  dismiss: 'Rozumiem',
}
