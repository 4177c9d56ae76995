import type { ClassicMessages } from './en.ts'

export const pt: ClassicMessages = {
  language: 'pt',

  title: 'Conecte sua carteira',
  qrcode: 'Código QR',
  mobile: 'Celular',
  desktop: 'Computador',
  choosePreferredWallet: 'Escolha sua carteira preferida',
  connectMobileWallet: 'Conectar a uma carteira no celular',
  scanQrcodeWithWallet: 'Escaneie o código QR com uma carteira compatível com WalletConnect',
  qrcodeLabel:
    'Código QR para conectar uma carteira. O mesmo link pode ser copiado com “Copiar para a área de transferência”.',
  connect: 'Conectar',
  connectWith: 'Conectar com {name}',
  copyToClipboard: 'Copiar para a área de transferência',
  copiedToClipboard: 'Copiado para a área de transferência!',
  error: 'Erro',

  search: 'Buscar',
  loading: 'Carregando...',
  somethingWentWrong: 'Algo deu errado',
  noSupportedWallets: 'Ainda não há carteiras compatíveis',
  noWalletsFound: 'Nenhuma carteira encontrada',

  pages: 'Páginas',
  page: 'Página {page}',
  pageOf: 'Página {page} de {count}',
  previousPage: 'Página anterior',
  nextPage: 'Próxima página',
}
