import type { PhoneTexts } from './en.ts'

export const ko: PhoneTexts = {
  openIn: '{name}에서 열기',
  openInDetail: '이 페이지가 {name}의 브라우저에서 열립니다. 거기서 지갑을 연동하세요.',
  pasteDetail: '또는 링크를 복사해 {name}의 브라우저에서 여세요.',
  leaveApp: '이 페이지를 브라우저에서 여세요',
  leaveAppDetail: '{app}에서는 다른 앱을 열 수 없습니다. 링크를 복사해 Safari나 Chrome 같은 브라우저에서 여세요.',
}
