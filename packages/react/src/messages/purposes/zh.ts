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

  cannotSign: '此钱包无法用此账户签署消息。请使用其他账户或其他钱包。',
  notDeployed: '此智能钱包尚未在该网络上启用，因此无法在此验证其签名。',
  signaturePending: '钱包尚未完成签名，可能还需要其他人签名。待他们签名后，请再次检查。',
  othersMaySign: '如果需要其他人一起签名，请现在通知他们。本页面会等到 {time}。',
  retryOnNetwork: '在 {network} 上重试',
  retryOtherWallet: '换一个钱包重试',
  checkAgain: '再次检查',

  walletNotLinked: '此钱包无法登录任何账户。请使用其他方式登录，然后绑定它。',
  accountDiffers: '钱包共享了其他账户。请在钱包中选择已绑定的账户，然后重试。',
  stepUp: '请先重新登录本站，然后绑定钱包。',
  lastFactor: '这是最后一种登录方式。请先添加另一种。',
  notFound: '此钱包已不再绑定。',
}
