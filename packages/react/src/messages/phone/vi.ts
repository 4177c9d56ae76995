import type { PhoneTexts } from './en.ts'

export const vi: PhoneTexts = {
  openIn: 'Mở trong {name}',
  openInDetail: 'Trang này mở trong trình duyệt của {name}. Hãy liên kết ví ở đó.',
  pasteDetail: 'Hoặc sao chép liên kết và mở trong trình duyệt của {name}.',
  leaveApp: 'Mở trang này trong trình duyệt của bạn',
  leaveAppDetail:
    '{app} không thể mở ứng dụng khác từ đây. Hãy sao chép liên kết và mở trong trình duyệt của bạn, chẳng hạn Safari hoặc Chrome.',
}
