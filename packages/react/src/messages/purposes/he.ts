import type { PurposeTexts } from './en.ts'

/** Hebrew. */
export const he: PurposeTexts = {
  signIn: 'התחברות עם הארנק שלך',
  signInFailed: 'לא התחברתם',
  signedIn: 'התחברתם',
  signedInDetail: 'התחברתם עם {account}.',

  unlink: 'ביטול הקישור של הארנק שלך',
  unlinkFailed: 'קישור הארנק לא בוטל',
  unlinked: 'קישור הארנק בוטל',
  unlinkedDetail: 'הכתובת {account} כבר לא מקושרת לחשבון שלך.',

  release: 'השבת הארנק שלך',
  releaseFailed: 'הארנק לא הושב',
  released: 'הארנק הושב',
  releasedDetail: 'אף חשבון אחר באתר הזה כבר לא מקושר אליו.',

  cannotSign: 'הארנק הזה לא יכול לחתום על הודעה עם החשבון הזה. השתמשו בחשבון אחר או בארנק אחר.',
  notDeployed: 'הארנק החכם הזה עדיין לא הוגדר ברשת הזאת, ולכן אי אפשר לבדוק כאן את החתימה שלו.',
  signaturePending: 'הארנק עוד לא סיים לחתום. ייתכן שגם אחרים צריכים לחתום. בדקו שוב אחרי שיחתמו.',
  othersMaySign: 'אם אחרים צריכים לחתום איתכם, בקשו מהם עכשיו. הדף הזה ממתין עד {time}.',
  retryOnNetwork: 'ניסיון נוסף ב-{network}',
  retryOtherWallet: 'ניסיון נוסף עם ארנק אחר',
  checkAgain: 'בדיקה נוספת',

  walletNotLinked: 'אי אפשר להתחבר לאף חשבון עם הארנק הזה. התחברו בדרך אחרת ואז קשרו אותו.',
  accountDiffers: 'הארנק שיתף חשבון אחר. בחרו בו את החשבון המקושר ונסו שוב.',
  stepUp: 'קודם התחברו שוב לאתר הזה. אחר כך קשרו את הארנק.',
  lastFactor: 'זו הדרך האחרונה להתחבר. הוסיפו קודם דרך אחרת.',
  notFound: 'הארנק הזה כבר לא מקושר.',
}
