import type { PurposeTexts } from './en.ts'

/** Chinese. */
export const zh: PurposeTexts = {
  signIn: '使用钱包登录',
  signInFailed: '未登录',
  signedIn: '已登录',
  signedInDetail: '您已使用 {account} 登录。',

  unlink: '解除绑定钱包',
  unlinkFailed: '钱包未解除绑定',
  unlinked: '钱包已解除绑定',
  unlinkedDetail: '{account} 已不再绑定到您的账户。',

  release: '取回您的钱包',
  releaseFailed: '钱包未取回',
  released: '钱包已取回',
  releasedDetail: '本站已没有其他账户绑定此钱包。',

  walletNotLinked: '此钱包无法登录任何账户。请使用其他方式登录，然后绑定它。',
  accountDiffers: '钱包共享了其他账户。请在钱包中选择已绑定的账户，然后重试。',
  stepUp: '请先重新登录本站，然后绑定钱包。',
  lastFactor: '这是最后一种登录方式。请先添加另一种。',
  notFound: '此钱包已不再绑定。',
}
