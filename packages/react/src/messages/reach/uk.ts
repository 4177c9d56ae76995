import type { ReachTexts } from './en.ts'

export const uk: ReachTexts = {
  linkable: 'Цей сайт прив’язує гаманці з цього браузера та гаманці, які використовують {relay}.',
  otherWallet: 'У мене інший гаманець, який використовує {relay}',
  codeForRelay: 'Цей код прочитають лише гаманці, які використовують {relay}.',
  codeForNetwork: 'Відсканували, і нічого не відбувається? Цей код прочитають лише гаманці з підтримкою WalletConnect.',
  noRoute: '{name} не можна прив’язати звідси',
  noRouteDetail: 'Цей сайт не має зв’язку з {name} на цьому пристрої. Виберіть інший гаманець.',
}
