import type { PhoneTexts } from './en.ts'

export const he: PhoneTexts = {
  openIn: 'פתיחה ב-{name}',
  openInDetail: 'הדף הזה נפתח בדפדפן של {name}. קשרו שם את הארנק.',
  pasteDetail: 'או העתיקו את הקישור ופתחו אותו בדפדפן של {name}.',
  leaveApp: 'פתחו את הדף הזה בדפדפן שלכם',
  leaveAppDetail:
    '{app} לא יכולה לפתוח מכאן אפליקציות אחרות. העתיקו את הקישור ופתחו אותו בדפדפן שלכם, למשל Safari או Chrome.',
}
