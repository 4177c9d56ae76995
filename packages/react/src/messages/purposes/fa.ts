import type { PurposeTexts } from './en.ts'

/** Persian. */
export const fa: PurposeTexts = {
  signIn: 'با کیف پول خود وارد شوید',
  signInFailed: 'وارد حساب نشدید',
  signedIn: 'وارد شدید',
  signedInDetail: 'با {account} وارد شدید.',

  unlink: 'کیف پول خود را جدا کنید',
  unlinkFailed: 'کیف پول جدا نشد',
  unlinked: 'کیف پول از حساب جدا شد',
  unlinkedDetail: '{account} دیگر به حساب شما متصل نیست.',

  release: 'کیف پول خود را پس بگیرید',
  releaseFailed: 'کیف پول پس گرفته نشد',
  released: 'کیف پول پس گرفته شد',
  releasedDetail: 'هیچ حساب دیگری در این سایت دیگر به آن متصل نیست.',

  walletNotLinked: 'با این کیف پول نمی‌توان وارد هیچ حسابی شد. از راه دیگری وارد شوید و آن را به حساب متصل کنید.',
  accountDiffers: 'کیف پول حساب دیگری را در اختیار گذاشت. حساب متصل‌شده را در آن انتخاب کنید و دوباره تلاش کنید.',
  stepUp: 'نخست دوباره وارد این سایت شوید. سپس کیف پول را به حساب متصل کنید.',
  lastFactor: 'این آخرین راه ورود شماست. نخست راه دیگری اضافه کنید.',
  notFound: 'این کیف پول دیگر متصل نیست.',
}
