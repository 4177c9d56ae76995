import type { SessionsMessages } from './en.ts'

/** Ukrainian. */
export const uk: SessionsMessages = {
  language: 'uk',
  direction: 'ltr',

  title: 'Під’єднані гаманці',
  empty: 'Немає під’єднаних гаманців.',
  loading: 'Завантаження…',
  failed: 'Не вдалося завантажити під’єднані гаманці.',
  retry: 'Повторити',
  unnamed: 'Гаманець без назви',
  hostClaimed: 'називає своєю адресою {host}',
  hostVerified: 'перевірено: {host}',
  verifiedDetail: 'Ця сторінка сама відкрила гаманець, і в його картці вказано ту саму адресу.',
  accounts: 'Рахунки',
  networks: 'Мережі',
  permissions: 'Ця сторінка може запитувати',
  expires: 'Під’єднано до',
  disconnect: 'Від’єднати',
  disconnectWallet: 'Від’єднати {name}',
  disconnectAll: 'Від’єднати всі',
  confirmOne: 'Від’єднати {name}? Щоб знову користуватися ним тут, його доведеться під’єднати заново.',
  confirmAll: 'Від’єднати всі гаманці? Щоб знову користуватися ними тут, їх доведеться під’єднати заново.',
  cancel: 'Скасувати',
  disconnected: 'Гаманець {name} від’єднано.',
  allDisconnected: 'Усі гаманці від’єднано.',
  endedByWallet: 'Гаманець {name} завершив з’єднання з цією сторінкою.',
  expired: 'Термін з’єднання з {name} вичерпано.',
  dismiss: 'Зрозуміло',
}
