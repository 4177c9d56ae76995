import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: '选择网络',
  chooseNetworkDetail: '{name} 在多个网络上有账户。请选择要在此使用的网络。',
  linkOther: '同时绑定您在 {name} 的 {network} 账户',

  walletNotLinked: '此钱包无法登录任何账户。请使用其他方式登录，然后绑定它。',
  accountDiffers: '钱包共享了其他账户。请在钱包中选择已绑定的账户，然后重试。',
  stepUp: '请先重新登录本站，然后绑定钱包。',
  lastFactor: '这是最后一种登录方式。请先添加另一种。',
  notFound: '此钱包已不再绑定。',

  walletUnreadable: '钱包给出的答复在此无法读取。请更新钱包，或选择其他钱包。',
  networkMissing: '钱包没有在本网站的网络上共享账户。请在钱包中选择这样的网络，然后重试。',
  methodMissing: '钱包不允许本网站需要的请求。请重新连接并允许，或选择其他钱包。',
  accountUnsupported: '此类账户无法在此绑定。请在钱包中选择其他账户或网络。',
  signatureWrong: '签名不属于所共享的账户。请在钱包中选择该账户并重新签名。',
  signatureUnsupported: '此钱包的签名方式在此不被接受。请选择其他钱包。',
  messageOver: '待签名的消息已失效。请重试，并在几分钟内签名。',
  tooManyWallets: '您的账户无法再绑定更多钱包。请先解绑一个。',
  serverFailed: '本网站的服务器没有正常应答。请几分钟后重试。',
  originRefused: '无法在网站的此地址绑定钱包。请用平时的地址打开网站，或告知其运营者。',
  storageRefused: '此浏览器不允许网站存储任何内容。请在设置中允许，或退出无痕窗口。',
  extensionFailed: '{name} 报告了错误。请打开并解锁它，然后重试。',
  relayRefused: '中继不接受本网站。请稍后重试，或告知网站运营者。',
  relayBusy: '中继目前过于繁忙。请稍候再试。',
  pageStopped: '页面已结束连接。请重新加载后再试。',
  platformLacking: '此浏览器无法在本页建立安全连接。请通过 https 打开本网站，或使用较新的浏览器。',
}
