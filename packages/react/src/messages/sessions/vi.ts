import type { SessionsMessages } from './en.ts'

/** Vietnamese. */
export const vi: SessionsMessages = {
  language: 'vi',
  direction: 'ltr',

  title: 'Ví đã kết nối',
  empty: 'Chưa có ví nào được kết nối.',
  loading: 'Đang tải…',
  failed: 'Không tải được các ví đã kết nối.',
  retry: 'Thử lại',
  unnamed: 'Ví không tên',
  hostClaimed: 'tự nhận là từ {host}',
  hostVerified: 'đã xác minh: {host}',
  verifiedDetail: 'Chính trang này đã mở ví, và thông tin đăng ký của ví ghi cùng địa chỉ.',
  accounts: 'Tài khoản',
  networks: 'Mạng',
  permissions: 'Trang này có thể yêu cầu',
  expires: 'Kết nối đến',
  disconnect: 'Ngắt kết nối',
  disconnectWallet: 'Ngắt kết nối {name}',
  disconnectAll: 'Ngắt tất cả',
  confirmOne: 'Ngắt kết nối {name}? Để dùng lại ở đây, bạn sẽ phải kết nối lại.',
  confirmAll: 'Ngắt kết nối tất cả các ví? Để dùng lại ở đây, bạn sẽ phải kết nối lại.',
  cancel: 'Hủy',
  disconnected: 'Đã ngắt kết nối {name}.',
  allDisconnected: 'Đã ngắt kết nối tất cả các ví.',
  endedByWallet: '{name} đã ngắt kết nối với trang này.',
  expired: 'Kết nối với {name} đã hết hạn.',
  dismiss: 'Đã hiểu',
}
