import type { ReachTexts } from './en.ts'

export const tr: ReachTexts = {
  linkable: 'Bu site, bu tarayıcıdaki cüzdanları ve {relay} kullanan cüzdanları bağlar.',
  otherWallet: '{relay} kullanan başka bir cüzdanım var',
  codeForRelay: 'Bu kodu yalnızca {relay} kullanan cüzdanlar okuyabilir.',
  codeForNetwork: 'Taradınız ama bir şey olmuyor mu? Bu kodu yalnızca WalletConnect destekleyen cüzdanlar okuyabilir.',
  noRoute: '{name} buradan bağlanamaz',
  noRouteDetail: 'Bu site bu cihazdan {name} cüzdanına ulaşamıyor. Başka bir cüzdan seçin.',
}
