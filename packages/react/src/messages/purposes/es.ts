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

  walletNotLinked:
    'Con esta billetera no se puede iniciar sesión en ninguna cuenta. Inicia sesión de otra forma y vincúlala.',
  accountDiffers: 'La billetera compartió otra cuenta. Elige en ella la vinculada e inténtalo de nuevo.',
  stepUp: 'Primero inicia sesión de nuevo en este sitio. Después vincula la billetera.',
  lastFactor: 'Es tu última forma de iniciar sesión. Añade otra primero.',
  notFound: 'Esta billetera ya no está vinculada.',
}
