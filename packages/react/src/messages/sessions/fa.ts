import type { SessionsMessages } from './en.ts'

/** Persian. */
export const fa: SessionsMessages = {
  language: 'fa',
  direction: 'rtl',

  title: 'کیف پول‌های متصل',
  empty: 'هیچ کیف پولی متصل نیست.',
  loading: 'در حال بارگذاری…',
  failed: 'کیف پول‌های متصل بارگذاری نشدند.',
  retry: 'تلاش دوباره',
  unnamed: 'کیف پول بدون نام',
  hostClaimed: 'خود را از {host} معرفی می‌کند',
  hostVerified: 'تأییدشده: {host}',
  verifiedDetail: 'همین صفحه کیف پول را باز کرده و مشخصات ثبت‌شدهٔ آن همین نشانی را نام می‌برد.',
  accounts: 'حساب‌ها',
  networks: 'شبکه‌ها',
  permissions: 'این صفحه می‌تواند درخواست کند',
  expires: 'متصل تا',
  disconnect: 'قطع اتصال',
  disconnectWallet: 'قطع اتصال {name}',
  disconnectAll: 'قطع همه',
  confirmOne: 'اتصال {name} قطع شود؟ برای استفادهٔ دوباره در اینجا باید آن را از نو متصل کنید.',
  confirmAll: 'اتصال همهٔ کیف پول‌ها قطع شود؟ برای استفادهٔ دوباره در اینجا باید آن‌ها را از نو متصل کنید.',
  cancel: 'انصراف',
  disconnected: 'اتصال {name} قطع شد.',
  allDisconnected: 'اتصال همهٔ کیف پول‌ها قطع شد.',
  endedByWallet: '{name} به اتصال خود با این صفحه پایان داد.',
  expired: 'مهلت اتصال {name} تمام شد.',
  dismiss: 'متوجه شدم',
}
