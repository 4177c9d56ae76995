import type { HandoffTexts } from './en.ts'

export const it: HandoffTexts = {
  scan: 'Scansiona con la fotocamera del telefono',
  qrLabel: 'Codice QR per la fotocamera del telefono',
  next: 'Lì si apre una pagina di questo sito. Scegli il tuo wallet, firma e digita qui le sei cifre che mostra.',
  stepOpen: 'Sul telefono si apre una pagina di questo sito.',
  stepSign: 'Scegli lì il tuo wallet e firma.',
  stepDigits: 'Digita qui le sei cifre che mostra.',
  onPhone: 'Continua sul telefono',
  onPhoneDetail: 'Scegli lì il tuo wallet e firma. Lascia aperta questa finestra.',
  noWallet: 'Il browser del telefono non ha un wallet',
  noWalletDetail: 'Tocca lì «Apri in un wallet di questo telefono», oppure copia il link nel browser del tuo wallet.',
  newCode: 'Mostra un nuovo codice',
  timeLeft: 'Ancora {time}',
  digits: 'Sei cifre dal telefono',
  digitsDetail: '{name} ha firmato. Digita le cifre che il telefono mostra, e solo se quel telefono è nelle tue mani.',
  digitsShort: 'Digita tutte e sei le cifre.',
  digitsWrong: 'Queste non sono le cifre giuste. Tentativi rimasti: {count}',
  declined: 'La richiesta è stata rifiutata sul telefono. Nulla è stato collegato.',
  elsewhere:
    'Il codice è stato aperto in un secondo posto e non vale più. Se non sei stato tu, forse qualcuno ha visto il tuo schermo.',
  timeOver: 'Il tempo è scaduto prima che il wallet fosse collegato.',
  digitsSpent: 'Le cifre erano sbagliate tre volte. Nulla è stato collegato.',
  codeOver: 'Questo codice non è più valido.',
  undo: 'Annulla',
  undone: 'Il wallet non è più collegato.',
}
