import type { SessionsMessages } from './en.ts'

/** Chinese (simplified). */
export const zh: SessionsMessages = {
  language: 'zh',
  direction: 'ltr',

  title: '已连接的钱包',
  empty: '没有已连接的钱包。',
  loading: '正在加载…',
  failed: '无法加载已连接的钱包。',
  retry: '重试',
  unnamed: '未命名的钱包',
  hostClaimed: '自称来自 {host}',
  hostVerified: '已验证：{host}',
  verifiedDetail: '此钱包由本页面打开，其登记信息中的地址与之相同。',
  accounts: '账户',
  networks: '网络',
  permissions: '本页面可以请求',
  expires: '连接有效期至',
  disconnect: '断开连接',
  disconnectWallet: '断开 {name}',
  disconnectAll: '全部断开',
  confirmOne: '要断开 {name} 吗？如需在此处再次使用，需要重新连接。',
  confirmAll: '要断开所有钱包吗？如需在此处再次使用，需要重新连接。',
  cancel: '取消',
  disconnected: '已断开 {name}。',
  allDisconnected: '已断开所有钱包。',
  endedByWallet: '{name} 已结束与本页面的连接。',
  expired: '与 {name} 的连接已过期。',
  dismiss: '知道了',
}
