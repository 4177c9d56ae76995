import type { ClassicMessages } from './en.ts'

export const fa: ClassicMessages = {
  language: 'fa',

  title: 'کیف پول خود را متصل کنید',
  qrcode: 'کد QR',
  mobile: 'موبایل',
  desktop: 'دسکتاپ',
  choosePreferredWallet: 'کیف پول دلخواه خود را انتخاب کنید',
  connectMobileWallet: 'اتصال به کیف پول موبایل',
  scanQrcodeWithWallet: 'کد QR را با یک کیف پول سازگار با WalletConnect اسکن کنید',
  qrcodeLabel: 'کد QR برای اتصال کیف پول. همین پیوند را می‌توان با «کپی در کلیپ‌بورد» کپی کرد.',
  connect: 'اتصال',
  connectWith: 'اتصال با {name}',
  copyToClipboard: 'کپی در کلیپ‌بورد',
  copiedToClipboard: 'در کلیپ‌بورد کپی شد!',
  error: 'خطا',

  search: 'جستجو',
  loading: 'در حال بارگذاری…',
  somethingWentWrong: 'مشکلی پیش آمد',
  noSupportedWallets: 'هنوز هیچ کیف پولی پشتیبانی نمی‌شود',
  noWalletsFound: 'کیف پولی پیدا نشد',

  pages: 'صفحه‌ها',
  page: 'صفحهٔ {page}',
  pageOf: 'صفحهٔ {page} از {count}',
  previousPage: 'صفحهٔ قبل',
  nextPage: 'صفحهٔ بعد',
}
