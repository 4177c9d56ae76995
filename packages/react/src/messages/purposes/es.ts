import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Elige una red',
  chooseNetworkDetail: '{name} tiene cuentas en varias redes. Elige la que quieres usar aquí.',
  linkOther: 'Vincular también tu cuenta de {network} de {name}',

  walletNotLinked:
    'Con esta billetera no se puede iniciar sesión en ninguna cuenta. Inicia sesión de otra forma y vincúlala.',
  accountDiffers: 'La billetera compartió otra cuenta. Elige en ella la vinculada e inténtalo de nuevo.',
  stepUp: 'Primero inicia sesión de nuevo en este sitio. Después vincula la billetera.',
  lastFactor: 'Es tu última forma de iniciar sesión. Añade otra primero.',
  notFound: 'Esta billetera ya no está vinculada.',

  walletUnreadable: 'La billetera dio una respuesta que aquí no se puede leer. Actualiza la billetera o elige otra.',
  networkMissing:
    'La billetera no compartió ninguna cuenta en una red de este sitio. Elige una de esas redes en la billetera y vuelve a intentarlo.',
  methodMissing:
    'La billetera no permitió lo que este sitio necesita pedirle. Conéctala de nuevo y permítelo, o elige otra billetera.',
  accountUnsupported: 'Aquí no se pueden vincular cuentas de este tipo. Elige otra cuenta u otra red en la billetera.',
  signatureWrong: 'La firma no es de la cuenta compartida. Elige esa cuenta en la billetera y firma de nuevo.',
  signatureUnsupported: 'Esta billetera firma de una manera que aquí no se acepta. Elige otra billetera.',
  messageOver: 'El mensaje por firmar ya no es válido. Inténtalo de nuevo y fírmalo en unos minutos.',
  tooManyWallets: 'No se pueden vincular más billeteras a tu cuenta. Desvincula una primero.',
  serverFailed: 'El servidor de este sitio no respondió como debía. Inténtalo de nuevo en unos minutos.',
  originRefused:
    'En esta dirección del sitio no se pueden vincular billeteras. Abre el sitio en su dirección habitual o avisa a su responsable.',
  storageRefused:
    'Este navegador no permite que el sitio guarde nada. Permítelo en los ajustes o sal de la ventana privada.',
  extensionFailed: '{name} comunicó un error. Ábrela, desbloquéala y vuelve a intentarlo.',
  relayRefused: 'El relay no acepta este sitio. Inténtalo más tarde o avisa al responsable del sitio.',
  relayBusy: 'El relay está saturado en este momento. Espera un poco e inténtalo de nuevo.',
  pageStopped: 'La página terminó la conexión. Vuelve a cargarla e inténtalo de nuevo.',
  platformLacking:
    'Este navegador no puede crear una conexión segura en esta página. Abre el sitio por https o usa un navegador actual.',
}
