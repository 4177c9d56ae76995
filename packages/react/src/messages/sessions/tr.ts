import type { SessionsMessages } from './en.ts'

/** Turkish. */
export const tr: SessionsMessages = {
  language: 'tr',
  direction: 'ltr',

  title: 'Bağlı cüzdanlar',
  empty: 'Bağlı cüzdan yok.',
  loading: 'Yükleniyor…',
  failed: 'Bağlı cüzdanlar yüklenemedi.',
  retry: 'Tekrar dene',
  unnamed: 'Adsız cüzdan',
  hostClaimed: '{host} adresinden olduğunu söylüyor',
  hostVerified: 'doğrulandı: {host}',
  verifiedDetail: 'Cüzdanı bu sayfa kendisi açtı ve cüzdanın kaydında aynı adres var.',
  accounts: 'Hesaplar',
  networks: 'Ağlar',
  permissions: 'Bu sayfa şunları isteyebilir',
  expires: 'Bağlantı sonu',
  disconnect: 'Bağlantıyı kes',
  disconnectWallet: '{name} bağlantısını kes',
  disconnectAll: 'Tümünü kes',
  confirmOne: '{name} bağlantısı kesilsin mi? Burada yeniden kullanmak için tekrar bağlamanız gerekir.',
  confirmAll: 'Tüm cüzdanların bağlantısı kesilsin mi? Burada yeniden kullanmak için tekrar bağlamanız gerekir.',
  cancel: 'Vazgeç',
  disconnected: '{name} bağlantısı kesildi.',
  allDisconnected: 'Tüm cüzdanların bağlantısı kesildi.',
  endedByWallet: '{name} bu sayfayla bağlantısını sonlandırdı.',
  expired: '{name} bağlantısının süresi doldu.',
  dismiss: 'Anladım',
}
