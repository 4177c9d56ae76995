import type { ReachTexts } from './en.ts'

/** Russian. */
export const ru: ReachTexts = {
  linkable: 'Этот сайт привязывает кошельки из этого браузера и кошельки, которые используют {relay}.',
  otherWallet: 'У меня другой кошелёк, который использует {relay}',
  codeForRelay: 'Этот код прочитают только кошельки, которые используют {relay}.',
  codeForNetwork:
    'Отсканировали, и ничего не происходит? Этот код прочитают только кошельки с поддержкой WalletConnect.',
  noRoute: '{name} нельзя привязать отсюда',
  noRouteDetail: 'У этого сайта нет связи с {name} на этом устройстве. Выберите другой кошелёк.',
}
