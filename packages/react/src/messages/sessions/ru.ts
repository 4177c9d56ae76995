import type { SessionsMessages } from './en.ts'

/** Russian. */
export const ru: SessionsMessages = {
  language: 'ru',
  direction: 'ltr',

  title: 'Подключённые кошельки',
  empty: 'Нет подключённых кошельков.',
  loading: 'Загрузка…',
  failed: 'Не удалось загрузить подключённые кошельки.',
  retry: 'Повторить',
  unnamed: 'Кошелёк без названия',
  hostClaimed: 'называет своим адресом {host}',
  hostVerified: 'проверено: {host}',
  verifiedDetail: 'Эта страница сама открыла кошелёк, и в его карточке указан тот же адрес.',
  accounts: 'Счета',
  networks: 'Сети',
  permissions: 'Эта страница может запрашивать',
  expires: 'Подключён до',
  disconnect: 'Отключить',
  disconnectWallet: 'Отключить {name}',
  disconnectAll: 'Отключить все',
  confirmOne: 'Отключить {name}? Чтобы снова пользоваться им здесь, его придётся подключить заново.',
  confirmAll: 'Отключить все кошельки? Чтобы снова пользоваться ими здесь, их придётся подключить заново.',
  cancel: 'Отмена',
  disconnected: 'Кошелёк {name} отключён.',
  allDisconnected: 'Все кошельки отключены.',
  endedByWallet: 'Кошелёк {name} завершил подключение к этой странице.',
  expired: 'Срок подключения кошелька {name} истёк.',
  dismiss: 'Понятно',
}
