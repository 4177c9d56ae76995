import type { HandoffTexts } from './en.ts'

/** Korean. */
export const ko: HandoffTexts = {
  scan: '휴대폰 카메라로 스캔하세요',
  qrLabel: '휴대폰 카메라용 QR 코드',
  next: '휴대전화에서 이 사이트의 페이지가 열립니다. 지갑을 선택해 서명하고, 표시된 숫자 여섯 자리를 여기에 입력하세요.',
  stepOpen: '휴대폰에서 이 사이트의 페이지가 열립니다.',
  stepSign: '거기에서 지갑을 선택하고 서명하세요.',
  stepDigits: '표시된 숫자 여섯 자리를 여기에 입력하세요.',
  onPhone: '휴대폰에서 계속하세요',
  onPhoneDetail: '거기에서 지갑을 선택하고 서명하세요. 이 창은 열어 두세요.',
  noWallet: '휴대폰의 브라우저에 지갑이 없습니다',
  noWalletDetail: '거기에서 ‘이 휴대폰의 지갑에서 열기’를 누르거나 링크를 지갑의 브라우저에 붙여 넣으세요.',
  newCode: '새 코드 표시',
  timeLeft: '남은 시간 {time}',
  digits: '휴대폰의 숫자 여섯 자리',
  digitsDetail: '{name}에서 서명했습니다. 본인이 직접 들고 있는 휴대폰에 표시된 숫자만 입력하세요.',
  digitsShort: '여섯 자리를 모두 입력하세요.',
  digitsWrong: '숫자가 올바르지 않습니다. 남은 횟수: {count}',
  declined: '휴대폰에서 거부되었습니다. 아무것도 연결되지 않았습니다.',
  elsewhere: '코드가 다른 곳에서도 열려 무효가 되었습니다. 본인이 아니라면 누군가 화면을 보았을 수 있습니다.',
  timeOver: '지갑이 연결되기 전에 시간이 끝났습니다.',
  digitsSpent: '숫자를 세 번 틀렸습니다. 아무것도 연결되지 않았습니다.',
  codeOver: '이 코드는 더 이상 유효하지 않습니다.',
  undo: '실행 취소',
  undone: '지갑이 더 이상 연결되어 있지 않습니다.',
}
