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

  walletNotLinked: 'אי אפשר להתחבר לאף חשבון עם הארנק הזה. התחברו בדרך אחרת ואז קשרו אותו.',
  accountDiffers: 'הארנק שיתף חשבון אחר. בחרו בו את החשבון המקושר ונסו שוב.',
  stepUp: 'קודם התחברו שוב לאתר הזה. אחר כך קשרו את הארנק.',
  lastFactor: 'זו הדרך האחרונה להתחבר. הוסיפו קודם דרך אחרת.',
  notFound: 'הארנק הזה כבר לא מקושר.',
}
