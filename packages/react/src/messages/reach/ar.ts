import type { ReachTexts } from './en.ts'

export const ar: ReachTexts = {
  linkable: 'يربط هذا الموقع المحافظ الموجودة في هذا المتصفح والمحافظ التي تستخدم {relay}.',
  otherWallet: 'لديّ محفظة أخرى تستخدم {relay}',
  codeForRelay: 'لا تقرأ هذا الرمز إلا المحافظ التي تستخدم {relay}.',
  codeForNetwork: 'مسحت الرمز ولم يحدث شيء؟ لا تقرأ هذا الرمز إلا المحافظ التي تدعم WalletConnect.',
  noRoute: 'لا يمكن ربط {name} من هنا',
  noRouteDetail: 'لا يستطيع هذا الموقع الوصول إلى {name} من هذا الجهاز. اختر محفظة أخرى.',
}
