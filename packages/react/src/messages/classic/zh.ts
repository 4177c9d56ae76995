import type { ClassicMessages } from './en.ts'

/** Chinese (simplified). */
export const zh: ClassicMessages = {
  language: 'zh',

  title: '连接钱包',
  qrcode: '二维码',
  mobile: '手机',
  desktop: '电脑',
  choosePreferredWallet: '选择您常用的钱包',
  connectMobileWallet: '连接手机钱包',
  scanQrcodeWithWallet: '使用支持 WalletConnect 的钱包扫描二维码',
  qrcodeLabel: '用于连接钱包的二维码。也可以通过“复制到剪贴板”复制同一链接。',
  connect: '连接',
  connectWith: '使用 {name} 连接',
  copyToClipboard: '复制到剪贴板',
  copiedToClipboard: '已复制到剪贴板！',
  error: '错误',

  search: '搜索',
  loading: '正在加载……',
  somethingWentWrong: '出了点问题',
  noSupportedWallets: '暂无支持的钱包',
  noWalletsFound: '未找到钱包',

  pages: '分页',
  page: '第 {page} 页',
  pageOf: '第 {page} 页，共 {count} 页',
  previousPage: '上一页',
  nextPage: '下一页',
}
