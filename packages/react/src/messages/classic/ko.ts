import type { ClassicMessages } from './en.ts'

export const ko: ClassicMessages = {
  language: 'ko',

  title: '지갑 연결',
  qrcode: 'QR 코드',
  mobile: '모바일',
  desktop: '데스크톱',
  choosePreferredWallet: '사용할 지갑을 선택하세요',
  connectMobileWallet: '모바일 지갑에 연결',
  scanQrcodeWithWallet: 'WalletConnect를 지원하는 지갑으로 QR 코드를 스캔하세요',
  qrcodeLabel: '지갑을 연결하는 QR 코드입니다. 같은 링크를 ‘클립보드에 복사’로 복사할 수 있습니다.',
  connect: '연결',
  connectWith: '{name}에 연결',
  copyToClipboard: '클립보드에 복사',
  copiedToClipboard: '클립보드에 복사되었습니다!',
  error: '오류',

  search: '검색',
  loading: '불러오는 중...',
  somethingWentWrong: '문제가 발생했습니다',
  noSupportedWallets: '아직 지원되는 지갑이 없습니다',
  noWalletsFound: '지갑을 찾을 수 없습니다',

  pages: '페이지',
  page: '{page}페이지',
  pageOf: '전체 {count}페이지 중 {page}페이지',
  previousPage: '이전 페이지',
  nextPage: '다음 페이지',
}
