import type { ReachTexts } from './en.ts'

export const es: ReachTexts = {
  linkable: 'Este sitio vincula billeteras que están en este navegador y billeteras que usan {relay}.',
  otherWallet: 'Tengo otra billetera que usa {relay}',
  codeForRelay: 'Solo las billeteras que usan {relay} pueden leer este código.',
  codeForNetwork:
    '¿Lo has escaneado y no pasa nada? Solo las billeteras compatibles con WalletConnect pueden leer este código.',
  noRoute: '{name} no se puede vincular desde aquí',
  noRouteDetail: 'Este sitio no puede llegar a {name} desde este dispositivo. Elige otra billetera.',
}
