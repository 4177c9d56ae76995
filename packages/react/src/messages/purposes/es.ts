import type { PurposeTexts } from './en.ts'

/** Spanish. */
export const es: PurposeTexts = {
  signIn: 'Inicia sesión con tu billetera',
  signInFailed: 'No has iniciado sesión',
  signedIn: 'Sesión iniciada',
  signedInDetail: 'Has iniciado sesión con {account}.',

  unlink: 'Desvincula tu billetera',
  unlinkFailed: 'Billetera no desvinculada',
  unlinked: 'Billetera desvinculada',
  unlinkedDetail: '{account} ya no está vinculada a tu cuenta.',

  release: 'Recupera tu billetera',
  releaseFailed: 'Billetera no recuperada',
  released: 'Billetera recuperada',
  releasedDetail: 'Ninguna otra cuenta de este sitio la tiene ya.',

  cannotSign: 'Esta billetera no puede firmar un mensaje con esta cuenta. Usa otra cuenta u otra billetera.',
  notDeployed:
    'Esta billetera inteligente aún no está configurada en esta red, así que aquí no se puede comprobar su firma.',
  signaturePending:
    'La billetera aún no ha terminado de firmar. Quizá falten otras firmas. Compruébalo de nuevo después.',
  othersMaySign: 'Si otras personas tienen que firmar contigo, pídeselo ahora. Esta página espera hasta {time}.',
  retryOnNetwork: 'Reintentar en {network}',
  retryOtherWallet: 'Reintentar con otra billetera',
  checkAgain: 'Comprobar de nuevo',

  walletNotLinked:
    'Con esta billetera no se puede iniciar sesión en ninguna cuenta. Inicia sesión de otra forma y vincúlala.',
  accountDiffers: 'La billetera compartió otra cuenta. Elige en ella la vinculada e inténtalo de nuevo.',
  stepUp: 'Primero inicia sesión de nuevo en este sitio. Después vincula la billetera.',
  lastFactor: 'Es tu última forma de iniciar sesión. Añade otra primero.',
  notFound: 'Esta billetera ya no está vinculada.',
}
