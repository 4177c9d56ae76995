import type { HandoffTexts } from './en.ts'

export const vi: HandoffTexts = {
  scan: 'Quét bằng máy ảnh của điện thoại',
  qrLabel: 'Mã QR cho máy ảnh của điện thoại',
  next: 'Một trang của website này sẽ mở ra ở đó. Chọn ví của bạn, ký, rồi nhập sáu chữ số của trang vào đây.',
  stepOpen: 'Một trang của trang web này mở ra trên điện thoại.',
  stepSign: 'Chọn ví của bạn ở đó và ký.',
  stepDigits: 'Nhập vào đây sáu chữ số mà trang đó hiển thị.',
  onPhone: 'Tiếp tục trên điện thoại',
  onPhoneDetail: 'Chọn ví của bạn ở đó và ký. Hãy để cửa sổ này mở.',
  noWallet: 'Trình duyệt trên điện thoại không có ví',
  noWalletDetail: 'Chạm vào “Mở trong một ví trên điện thoại này” ở đó, hoặc dán liên kết vào trình duyệt của ví.',
  newCode: 'Hiện mã mới',
  timeLeft: 'Còn {time}',
  digits: 'Sáu chữ số từ điện thoại',
  digitsDetail: '{name} đã ký. Nhập các chữ số mà điện thoại hiển thị, và chỉ khi chính bạn đang cầm điện thoại đó.',
  digitsShort: 'Nhập đủ sáu chữ số.',
  digitsWrong: 'Các chữ số này không đúng. Số lần thử còn lại: {count}',
  declined: 'Đã bị từ chối trên điện thoại. Không có gì được liên kết.',
  elsewhere:
    'Mã đã được mở ở một nơi thứ hai nên không còn hiệu lực. Nếu không phải bạn, có thể ai đó đã thấy màn hình của bạn.',
  timeOver: 'Đã hết thời gian trước khi ví được liên kết.',
  digitsSpent: 'Các chữ số sai ba lần. Không có gì được liên kết.',
  codeOver: 'Mã này không còn hiệu lực.',
  undo: 'Hoàn tác',
  undone: 'Ví không còn được liên kết.',
}
