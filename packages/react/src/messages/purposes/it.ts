import type { PurposeTexts } from './en.ts'

/** Italian. */
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

  walletNotLinked: 'Con questo wallet non si può accedere a nessun account. Accedi in un altro modo e poi collegalo.',
  accountDiffers: 'Il wallet ha condiviso un altro account. Scegli quello collegato e riprova.',
  stepUp: 'Prima accedi di nuovo a questo sito. Poi collega il wallet.',
  lastFactor: 'È l’ultimo modo che hai per accedere. Prima aggiungine un altro.',
  notFound: 'Questo wallet non è più collegato.',
}
