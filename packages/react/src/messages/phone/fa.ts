import type { PhoneTexts } from './en.ts'

export const fa: PhoneTexts = {
  openIn: 'باز کردن در {name}',
  openInDetail: 'این صفحه در مرورگر {name} باز می‌شود. کیف پول خود را آنجا متصل کنید.',
  pasteDetail: 'یا پیوند را کپی کنید و در مرورگر {name} باز کنید.',
  leaveApp: 'این صفحه را در مرورگر خود باز کنید',
  leaveAppDetail:
    '{app} نمی‌تواند از اینجا برنامه‌های دیگر را باز کند. پیوند را کپی کنید و در مرورگر خود، مانند Safari یا Chrome، باز کنید.',
}
