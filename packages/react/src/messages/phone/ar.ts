import type { PhoneTexts } from './en.ts'

export const ar: PhoneTexts = {
  openIn: 'فتح في {name}',
  openInDetail: 'تُفتح هذه الصفحة في متصفح {name}. اربط محفظتك هناك.',
  pasteDetail: 'أو انسخ الرابط وافتحه في متصفح {name}.',
  leaveApp: 'افتح هذه الصفحة في متصفحك',
  leaveAppDetail: 'لا يستطيع {app} فتح تطبيقات أخرى من هنا. انسخ الرابط وافتحه في متصفحك، مثل Safari أو Chrome.',
}
