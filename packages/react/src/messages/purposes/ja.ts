import type { PurposeTexts } from './en.ts'

/** Japanese. */
export const ja: PurposeTexts = {
  signIn: 'ウォレットでログイン',
  signInFailed: 'ログインできませんでした',
  signedIn: 'ログインしました',
  signedInDetail: '{account} でログインしました。',

  unlink: 'ウォレットの連携を解除',
  unlinkFailed: 'ウォレットの連携は解除されませんでした',
  unlinked: 'ウォレットの連携を解除しました',
  unlinkedDetail: '{account} はアカウントとの連携が解除されました。',

  release: 'ウォレットを取り戻す',
  releaseFailed: 'ウォレットを取り戻せませんでした',
  released: 'ウォレットを取り戻しました',
  releasedDetail: 'このサイトの他のアカウントとの連携はなくなりました。',

  cannotSign:
    'このウォレットは、このアカウントではメッセージに署名できません。別のアカウントか別のウォレットをお使いください。',
  notDeployed: 'このスマートウォレットはこのネットワークでまだ有効になっていないため、ここでは署名を確認できません。',
  signaturePending:
    'ウォレットの署名がまだ終わっていません。ほかの人の署名が必要な場合があります。署名がそろったら、もう一度確認してください。',
  othersMaySign: 'ほかの人の署名も必要な場合は、今お願いしてください。このページは {time} まで待ちます。',
  retryOnNetwork: '{network} で再試行',
  retryOtherWallet: '別のウォレットで再試行',
  checkAgain: 'もう一度確認',

  walletNotLinked:
    'このウォレットでログインできるアカウントはありません。別の方法でログインしてから、連携してください。',
  accountDiffers:
    'ウォレットが別のアカウントを共有しました。ウォレットで連携済みのアカウントを選び、もう一度お試しください。',
  stepUp: '先にこのサイトへもう一度ログインしてください。その後でウォレットを連携してください。',
  lastFactor: 'これは最後のログイン手段です。先に別の手段を追加してください。',
  notFound: 'このウォレットはもう連携されていません。',
}
