import type { ReachTexts } from './en.ts'

export const vi: ReachTexts = {
  linkable: 'Trang này liên kết các ví có trong trình duyệt này và các ví dùng {relay}.',
  otherWallet: 'Tôi có ví khác dùng {relay}',
  codeForRelay: 'Chỉ các ví dùng {relay} mới đọc được mã này.',
  codeForNetwork: 'Đã quét mà không có gì xảy ra? Chỉ các ví hỗ trợ WalletConnect mới đọc được mã này.',
  noRoute: 'Không thể liên kết {name} từ đây',
  noRouteDetail: 'Trang này không có cách kết nối tới {name} từ thiết bị này. Hãy chọn ví khác.',
}
