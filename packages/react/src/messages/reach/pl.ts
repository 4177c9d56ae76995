import type { ReachTexts } from './en.ts'

export const pl: ReachTexts = {
  linkable: 'Ta strona łączy portfele z tej przeglądarki oraz portfele, które korzystają z {relay}.',
  otherWallet: 'Mam inny portfel, który korzysta z {relay}',
  codeForRelay: 'Ten kod odczytają tylko portfele, które korzystają z {relay}.',
  codeForNetwork: 'Zeskanowano i nic się nie dzieje? Ten kod odczytają tylko portfele obsługujące WalletConnect.',
  noRoute: 'Nie można stąd połączyć {name}',
  noRouteDetail: 'Ta strona nie ma jak dotrzeć do {name} z tego urządzenia. Wybierz inny portfel.',
}
