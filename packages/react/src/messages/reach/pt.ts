import type { ReachTexts } from './en.ts'

export const pt: ReachTexts = {
  linkable: 'Este site vincula carteiras que estão neste navegador e carteiras que usam {relay}.',
  otherWallet: 'Tenho outra carteira que usa {relay}',
  codeForRelay: 'Só carteiras que usam {relay} conseguem ler este código.',
  codeForNetwork: 'Escaneou e nada acontece? Só carteiras compatíveis com WalletConnect conseguem ler este código.',
  noRoute: '{name} não pode ser vinculada daqui',
  noRouteDetail: 'Este site não consegue alcançar {name} a partir deste dispositivo. Escolha outra carteira.',
}
