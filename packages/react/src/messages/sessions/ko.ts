import type { SessionsMessages } from './en.ts'

/** Korean. */
export const ko: SessionsMessages = {
  language: 'ko',
  direction: 'ltr',

  title: '연결된 지갑',
  empty: '연결된 지갑이 없습니다.',
  loading: '불러오는 중…',
  failed: '연결된 지갑을 불러오지 못했습니다.',
  retry: '다시 시도',
  unnamed: '이름 없는 지갑',
  hostClaimed: '{host}에서 왔다고 주장함',
  hostVerified: '확인됨: {host}',
  verifiedDetail: '이 페이지가 직접 지갑을 열었고, 등록 정보의 주소도 같습니다.',
  accounts: '계정',
  networks: '네트워크',
  permissions: '이 페이지가 요청할 수 있는 작업',
  expires: '연결 만료',
  disconnect: '연결 해제',
  disconnectWallet: '{name} 연결 해제',
  disconnectAll: '모두 연결 해제',
  confirmOne: '{name} 연결을 해제할까요? 여기서 다시 사용하려면 새로 연결해야 합니다.',
  confirmAll: '모든 지갑의 연결을 해제할까요? 여기서 다시 사용하려면 새로 연결해야 합니다.',
  cancel: '취소',
  disconnected: '{name} 연결을 해제했습니다.',
  allDisconnected: '모든 지갑의 연결을 해제했습니다.',
  endedByWallet: '{name}에서 이 페이지와의 연결을 종료했습니다.',
  expired: '{name} 연결이 만료되었습니다.',
  dismiss: '확인',
}
