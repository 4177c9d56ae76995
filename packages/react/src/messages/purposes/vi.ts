import type { PurposeTexts } from './en.ts'

export const vi: PurposeTexts = {
  signIn: 'Đăng nhập bằng ví của bạn',
  signInFailed: 'Chưa đăng nhập được',
  signedIn: 'Đã đăng nhập',
  signedInDetail: 'Bạn đã đăng nhập bằng {account}.',

  unlink: 'Hủy liên kết ví của bạn',
  unlinkFailed: 'Chưa hủy được liên kết ví',
  unlinked: 'Đã hủy liên kết ví',
  unlinkedDetail: '{account} không còn liên kết với tài khoản của bạn.',

  release: 'Lấy lại ví của bạn',
  releaseFailed: 'Chưa lấy lại được ví',
  released: 'Đã lấy lại ví',
  releasedDetail: 'Không còn tài khoản nào khác trên trang này liên kết với ví.',

  cannotSign: 'Ví này không thể ký thông điệp bằng tài khoản này. Hãy dùng tài khoản khác hoặc ví khác.',
  notDeployed: 'Ví thông minh này chưa được thiết lập trên mạng này, nên không thể kiểm tra chữ ký của ví tại đây.',
  signaturePending: 'Ví chưa ký xong. Có thể những người khác còn phải ký. Hãy kiểm tra lại sau khi họ ký.',
  othersMaySign: 'Nếu người khác phải cùng ký với bạn, hãy nhờ họ ngay. Trang này chờ đến {time}.',
  retryOnNetwork: 'Thử lại trên {network}',
  retryOtherWallet: 'Thử lại với ví khác',
  checkAgain: 'Kiểm tra lại',

  chooseNetwork: 'Chọn mạng',
  chooseNetworkDetail: '{name} có tài khoản trên nhiều mạng. Hãy chọn mạng muốn dùng ở đây.',
  linkOther: 'Liên kết cả tài khoản {network} của bạn trong {name}',

  walletNotLinked: 'Không có tài khoản nào đăng nhập được bằng ví này. Hãy đăng nhập bằng cách khác rồi liên kết ví.',
  accountDiffers: 'Ví đã chia sẻ tài khoản khác. Hãy chọn tài khoản đã liên kết trong ví rồi thử lại.',
  stepUp: 'Trước tiên hãy đăng nhập lại vào trang này. Sau đó liên kết ví.',
  lastFactor: 'Đây là cách đăng nhập cuối cùng. Hãy thêm cách khác trước.',
  notFound: 'Ví này không còn được liên kết.',

  walletUnreadable: 'Ví đưa ra câu trả lời không đọc được ở đây. Hãy cập nhật ví hoặc chọn ví khác.',
  networkMissing: 'Ví không chia sẻ tài khoản nào trên mạng của trang này. Hãy chọn mạng như vậy trong ví rồi thử lại.',
  methodMissing: 'Ví không cho phép điều mà trang này cần yêu cầu. Hãy kết nối lại và cho phép, hoặc chọn ví khác.',
  accountUnsupported: 'Không thể liên kết loại tài khoản này ở đây. Hãy chọn tài khoản hoặc mạng khác trong ví.',
  signatureWrong: 'Chữ ký không phải của tài khoản đã chia sẻ. Hãy chọn tài khoản đó trong ví rồi ký lại.',
  signatureUnsupported: 'Ví này ký theo cách không được chấp nhận ở đây. Hãy chọn ví khác.',
  messageOver: 'Thông điệp cần ký không còn hiệu lực. Hãy thử lại và ký trong vài phút.',
  tooManyWallets: 'Không thể liên kết thêm ví với tài khoản của bạn. Hãy hủy liên kết một ví trước.',
  serverFailed: 'Máy chủ của trang này không trả lời như cần thiết. Hãy thử lại sau vài phút.',
  originRefused:
    'Không thể liên kết ví tại địa chỉ này của trang. Hãy mở trang ở địa chỉ thường dùng, hoặc báo cho người vận hành.',
  storageRefused: 'Trình duyệt này không cho trang lưu gì cả. Hãy cho phép trong cài đặt, hoặc rời cửa sổ riêng tư.',
  extensionFailed: '{name} báo lỗi. Hãy mở, mở khóa rồi thử lại.',
  relayRefused: 'Máy chủ chuyển tiếp không chấp nhận trang này. Hãy thử lại sau, hoặc báo cho người vận hành trang.',
  relayBusy: 'Máy chủ chuyển tiếp đang quá tải. Hãy đợi một lát rồi thử lại.',
  pageStopped: 'Trang đã kết thúc kết nối. Hãy tải lại và thử lại.',
  platformLacking:
    'Trình duyệt này không thể tạo kết nối an toàn trên trang này. Hãy mở trang bằng https hoặc dùng trình duyệt mới hơn.',
}
