import type { SessionsMessages } from './en.ts'

/** Hebrew. */
export const he: SessionsMessages = {
  language: 'he',
  direction: 'rtl',

  title: 'ארנקים מחוברים',
  empty: 'אין ארנק מחובר.',
  loading: 'בטעינה…',
  failed: 'לא ניתן היה לטעון את הארנקים המחוברים.',
  retry: 'ניסיון נוסף',
  unnamed: 'ארנק ללא שם',
  hostClaimed: 'מציג את עצמו כשייך ל-{host}',
  hostVerified: 'מאומת: {host}',
  verifiedDetail: 'הדף הזה פתח את הארנק בעצמו, והרישום שלו מציין את אותה הכתובת.',
  accounts: 'חשבונות',
  networks: 'רשתות',
  permissions: 'הדף הזה רשאי לבקש',
  expires: 'מחובר עד',
  disconnect: 'ניתוק',
  disconnectWallet: 'ניתוק {name}',
  disconnectAll: 'ניתוק הכול',
  confirmOne: 'לנתק את {name}? כדי להשתמש בו כאן שוב יהיה צורך לחבר אותו מחדש.',
  confirmAll: 'לנתק את כל הארנקים? כדי להשתמש בהם כאן שוב יהיה צורך לחבר אותם מחדש.',
  cancel: 'ביטול',
  disconnected: 'החיבור אל {name} נותק.',
  allDisconnected: 'כל הארנקים נותקו.',
  endedByWallet: '{name} סיים את החיבור לדף הזה.',
  expired: 'תוקף החיבור אל {name} פג.',
  dismiss: 'הבנתי',
}
