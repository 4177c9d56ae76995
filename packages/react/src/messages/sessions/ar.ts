import type { SessionsMessages } from './en.ts'

/** Arabic. */
export const ar: SessionsMessages = {
  language: 'ar',
  direction: 'rtl',

  title: 'المحافظ المتصلة',
  empty: 'لا توجد محفظة متصلة.',
  loading: 'جارٍ التحميل…',
  failed: 'تعذّر تحميل المحافظ المتصلة.',
  retry: 'إعادة المحاولة',
  unnamed: 'محفظة بلا اسم',
  hostClaimed: 'تقول إنها من {host}',
  hostVerified: 'تم التحقق: {host}',
  verifiedDetail: 'فتحت هذه الصفحة المحفظة بنفسها، وقائمتها تذكر العنوان نفسه.',
  accounts: 'الحسابات',
  networks: 'الشبكات',
  permissions: 'يمكن لهذه الصفحة أن تطلب',
  expires: 'متصلة حتى',
  disconnect: 'قطع الاتصال',
  disconnectWallet: 'قطع الاتصال بـ {name}',
  disconnectAll: 'قطع كل الاتصالات',
  confirmOne: 'هل تريد قطع الاتصال بـ {name}؟ لاستخدامها هنا مجددًا عليك توصيلها من جديد.',
  confirmAll: 'هل تريد قطع الاتصال بكل المحافظ؟ لاستخدامها هنا مجددًا عليك توصيلها من جديد.',
  cancel: 'إلغاء',
  disconnected: 'تم قطع الاتصال بـ {name}.',
  allDisconnected: 'تم قطع الاتصال بكل المحافظ.',
  endedByWallet: 'أنهت {name} اتصالها بهذه الصفحة.',
  expired: 'انتهت صلاحية الاتصال بـ {name}.',
  dismiss: 'حسنًا',
}
