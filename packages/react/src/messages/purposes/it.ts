import type { PurposeTexts } from './en.ts'

export const it: PurposeTexts = {
  signIn: 'Accedi con il tuo wallet',
  signInFailed: 'Accesso non effettuato',
  signedIn: 'Accesso effettuato',
  signedInDetail: 'Hai effettuato l’accesso con {account}.',

  unlink: 'Scollega il tuo wallet',
  unlinkFailed: 'Wallet non scollegato',
  unlinked: 'Wallet scollegato',
  unlinkedDetail: '{account} non è più collegato al tuo account.',

  release: 'Riprenditi il tuo wallet',
  releaseFailed: 'Wallet non recuperato',
  released: 'Wallet recuperato',
  releasedDetail: 'Nessun altro account di questo sito è più collegato a esso.',

  cannotSign: 'Questo wallet non può firmare un messaggio con questo account. Usa un altro account o un altro wallet.',
  notDeployed: 'Questo smart wallet non è ancora attivo su questa rete, quindi qui la sua firma non si può verificare.',
  signaturePending:
    'Il wallet non ha ancora finito di firmare. Forse devono firmare anche altri. Poi controlla di nuovo.',
  othersMaySign: 'Se altri devono firmare con te, chiediglielo ora. Questa pagina aspetta fino alle {time}.',
  retryOnNetwork: 'Riprova su {network}',
  retryOtherWallet: 'Riprova con un altro wallet',
  checkAgain: 'Controlla di nuovo',

  chooseNetwork: 'Scegli una rete',
  chooseNetworkDetail: '{name} ha account su più reti. Scegli quella da usare qui.',
  linkOther: 'Collega anche il tuo account {network} di {name}',

  walletNotLinked: 'Con questo wallet non si può accedere a nessun account. Accedi in un altro modo e poi collegalo.',
  accountDiffers: 'Il wallet ha condiviso un altro account. Scegli quello collegato e riprova.',
  stepUp: 'Prima accedi di nuovo a questo sito. Poi collega il wallet.',
  lastFactor: 'È l’ultimo modo che hai per accedere. Prima aggiungine un altro.',
  notFound: 'Questo wallet non è più collegato.',

  walletUnreadable:
    'Il wallet ha dato una risposta che qui non si può leggere. Aggiorna il wallet o scegline un altro.',
  networkMissing:
    'Il wallet non ha condiviso alcun account su una rete di questo sito. Scegli una di queste reti nel wallet e riprova.',
  methodMissing:
    'Il wallet non ha consentito ciò che questo sito deve chiedergli. Connettilo di nuovo e consentilo, o scegli un altro wallet.',
  accountUnsupported:
    'Qui non si possono collegare account di questo tipo. Scegli un altro account o un’altra rete nel wallet.',
  signatureWrong: 'La firma non è dell’account condiviso. Scegli quell’account nel wallet e firma di nuovo.',
  signatureUnsupported: 'Questo wallet firma in un modo che qui non è accettato. Scegli un altro wallet.',
  messageOver: 'Il messaggio da firmare non è più valido. Riprova e firmalo entro pochi minuti.',
  tooManyWallets: 'Non si possono collegare altri wallet al tuo account. Prima scollegane uno.',
  serverFailed: 'Il server di questo sito non ha risposto come doveva. Riprova tra qualche minuto.',
  originRefused:
    'A questo indirizzo del sito non si possono collegare wallet. Apri il sito al suo indirizzo abituale o avvisa chi lo gestisce.',
  storageRefused:
    'Questo browser non lascia che il sito salvi nulla. Consentilo nelle impostazioni o esci dalla finestra privata.',
  extensionFailed: '{name} ha segnalato un errore. Aprilo, sbloccalo e riprova.',
  relayRefused: 'Il relay non accetta questo sito. Riprova più tardi o avvisa chi gestisce il sito.',
  relayBusy: 'Il relay è sovraccarico in questo momento. Attendi un attimo e riprova.',
  pageStopped: 'La pagina ha terminato la connessione. Ricaricala e riprova.',
  platformLacking:
    'Questo browser non può creare una connessione sicura in questa pagina. Apri il sito con https o usa un browser aggiornato.',
}
