import type { ReachTexts } from './en.ts'

export const ko: ReachTexts = {
  linkable: '이 사이트는 이 브라우저에 있는 지갑과 {relay}을(를) 사용하는 지갑을 연결합니다.',
  otherWallet: '{relay}을(를) 사용하는 다른 지갑이 있습니다',
  codeForRelay: '{relay}을(를) 사용하는 지갑만 이 코드를 읽을 수 있습니다.',
  codeForNetwork: '스캔했는데 아무 반응이 없나요? WalletConnect를 지원하는 지갑만 이 코드를 읽을 수 있습니다.',
  noRoute: '여기서는 {name}을(를) 연결할 수 없습니다',
  noRouteDetail: '이 사이트는 이 기기에서 {name}에 연결할 방법이 없습니다. 다른 지갑을 선택하세요.',
}
