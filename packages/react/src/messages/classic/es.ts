import type { ClassicMessages } from './en.ts'

export const es: ClassicMessages = {
  language: 'es',

  title: 'Conecta tu billetera',
  qrcode: 'Código QR',
  mobile: 'Móvil',
  desktop: 'Escritorio',
  choosePreferredWallet: 'Elige tu billetera preferida',
  connectMobileWallet: 'Conectar con una billetera móvil',
  scanQrcodeWithWallet: 'Escanea el código QR con una billetera compatible con WalletConnect',
  qrcodeLabel: 'Código QR para conectar una billetera. El mismo enlace se puede copiar con «Copiar al portapapeles».',
  connect: 'Conectar',
  connectWith: 'Conectar con {name}',
  copyToClipboard: 'Copiar al portapapeles',
  copiedToClipboard: '¡Copiado al portapapeles!',
  error: 'Error',

  search: 'Buscar',
  loading: 'Cargando...',
  somethingWentWrong: 'Algo salió mal',
  noSupportedWallets: 'Todavía no hay billeteras compatibles',
  noWalletsFound: 'No se encontraron billeteras',

  pages: 'Páginas',
  page: 'Página {page}',
  pageOf: 'Página {page} de {count}',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
}
