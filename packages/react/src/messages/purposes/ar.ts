import type { PurposeTexts } from './en.ts'

/** Arabic. */
export const ar: PurposeTexts = {
  signIn: 'سجّل الدخول بمحفظتك',
  signInFailed: 'لم يتم تسجيل الدخول',
  signedIn: 'تم تسجيل الدخول',
  signedInDetail: 'سجّلت الدخول بواسطة {account}.',

  unlink: 'ألغِ ربط محفظتك',
  unlinkFailed: 'لم يُلغَ ربط المحفظة',
  unlinked: 'أُلغي ربط المحفظة',
  unlinkedDetail: 'لم يعد العنوان {account} مرتبطًا بحسابك.',

  release: 'استعِد محفظتك',
  releaseFailed: 'لم تُستعَد المحفظة',
  released: 'تمت استعادة المحفظة',
  releasedDetail: 'لم تعد مرتبطة بأي حساب آخر على هذا الموقع.',

  walletNotLinked: 'لا يوجد حساب يمكن تسجيل الدخول إليه بهذه المحفظة. سجّل الدخول بطريقة أخرى ثم اربطها.',
  accountDiffers: 'شاركت المحفظة حسابًا آخر. اختر فيها الحساب المرتبط وأعِد المحاولة.',
  stepUp: 'سجّل الدخول إلى هذا الموقع من جديد أولًا، ثم اربط المحفظة.',
  lastFactor: 'هذه آخر وسيلة لتسجيل الدخول. أضف وسيلة أخرى أولًا.',
  notFound: 'لم تعد هذه المحفظة مرتبطة.',
}
