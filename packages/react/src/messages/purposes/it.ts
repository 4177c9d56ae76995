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

  walletNotLinked: 'Con questo wallet non si può accedere a nessun account. Accedi in un altro modo e poi collegalo.',
  accountDiffers: 'Il wallet ha condiviso un altro account. Scegli quello collegato e riprova.',
  stepUp: 'Prima accedi di nuovo a questo sito. Poi collega il wallet.',
  lastFactor: 'È l’ultimo modo che hai per accedere. Prima aggiungine un altro.',
  notFound: 'Questo wallet non è più collegato.',
}
