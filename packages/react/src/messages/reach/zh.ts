import type { ReachTexts } from './en.ts'

export const zh: ReachTexts = {
  linkable: '此网站可关联此浏览器中的钱包，以及使用 {relay} 的钱包。',
  otherWallet: '我有其他使用 {relay} 的钱包',
  codeForRelay: '只有使用 {relay} 的钱包才能读取此二维码。',
  codeForNetwork: '扫描后没有反应？只有支持 WalletConnect 的钱包才能读取此二维码。',
  noRoute: '无法从这里关联 {name}',
  noRouteDetail: '此网站无法从这台设备连接 {name}。请选择其他钱包。',
}
