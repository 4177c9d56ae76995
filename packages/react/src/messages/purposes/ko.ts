import type { PurposeTexts } from './en.ts'

export const ko: PurposeTexts = {
  signIn: '지갑으로 로그인',
  signInFailed: '로그인되지 않음',
  signedIn: '로그인 완료',
  signedInDetail: '{account} 지갑으로 로그인했습니다.',

  unlink: '지갑 연동 해제',
  unlinkFailed: '지갑 연동이 해제되지 않음',
  unlinked: '지갑 연동 해제 완료',
  unlinkedDetail: '{account} 지갑은 더 이상 계정에 연동되어 있지 않습니다.',

  release: '지갑 되찾기',
  releaseFailed: '지갑을 되찾지 못함',
  released: '지갑을 되찾음',
  releasedDetail: '이 사이트의 다른 계정에는 더 이상 연동되어 있지 않습니다.',

  cannotSign: '이 지갑은 이 계정으로 메시지에 서명할 수 없습니다. 다른 계정이나 다른 지갑을 사용하세요.',
  notDeployed: '이 스마트 지갑은 이 네트워크에 아직 설정되지 않아 여기에서 서명을 확인할 수 없습니다.',
  signaturePending:
    '지갑이 아직 서명을 마치지 않았습니다. 다른 사람의 서명이 더 필요할 수 있습니다. 모두 서명한 뒤 다시 확인하세요.',
  othersMaySign: '다른 사람도 함께 서명해야 한다면 지금 요청하세요. 이 페이지는 {time}까지 기다립니다.',
  retryOnNetwork: '{network}에서 다시 시도',
  retryOtherWallet: '다른 지갑으로 다시 시도',
  checkAgain: '다시 확인',

  chooseNetwork: '네트워크 선택',
  chooseNetworkDetail: '{name}에는 여러 네트워크의 계정이 있습니다. 여기서 사용할 네트워크를 선택하세요.',
  linkOther: '{name}의 {network} 계정도 연동',

  walletNotLinked: '이 지갑으로 로그인할 수 있는 계정이 없습니다. 다른 방법으로 로그인한 뒤 연동하세요.',
  accountDiffers: '지갑이 다른 계정을 공유했습니다. 지갑에서 연동된 계정을 선택하고 다시 시도하세요.',
  stepUp: '먼저 이 사이트에 다시 로그인하세요. 그런 다음 지갑을 연동하세요.',
  lastFactor: '마지막 로그인 수단입니다. 먼저 다른 수단을 추가하세요.',
  notFound: '이 지갑은 더 이상 연동되어 있지 않습니다.',

  walletUnreadable: '지갑이 여기서 읽을 수 없는 응답을 보냈습니다. 지갑을 업데이트하거나 다른 지갑을 선택하세요.',
  networkMissing:
    '지갑이 이 사이트의 네트워크에 있는 계정을 공유하지 않았습니다. 지갑에서 해당 네트워크를 선택하고 다시 시도하세요.',
  methodMissing: '이 사이트에 필요한 요청을 지갑이 허용하지 않았습니다. 다시 연결해 허용하거나 다른 지갑을 선택하세요.',
  accountUnsupported: '이 종류의 계정은 여기서 연결할 수 없습니다. 지갑에서 다른 계정이나 네트워크를 선택하세요.',
  signatureWrong: '서명이 공유된 계정의 것이 아닙니다. 지갑에서 그 계정을 선택하고 다시 서명하세요.',
  signatureUnsupported: '이 지갑의 서명 방식은 여기서 받지 않습니다. 다른 지갑을 선택하세요.',
  messageOver: '서명할 메시지가 더 이상 유효하지 않습니다. 다시 시도해 몇 분 안에 서명하세요.',
  tooManyWallets: '계정에 지갑을 더 연결할 수 없습니다. 먼저 하나를 해제하세요.',
  serverFailed: '이 사이트의 서버가 제대로 응답하지 않았습니다. 몇 분 뒤에 다시 시도하세요.',
  originRefused: '사이트의 이 주소에서는 지갑을 연결할 수 없습니다. 평소 주소로 열거나 운영자에게 알려 주세요.',
  storageRefused: '이 브라우저는 사이트가 아무것도 저장하지 못하게 합니다. 설정에서 허용하거나 비공개 창을 나가세요.',
  extensionFailed: '{name}에서 오류가 발생했습니다. 열어서 잠금을 해제하고 다시 시도하세요.',
  relayRefused: '릴레이가 이 사이트를 받아들이지 않습니다. 나중에 다시 시도하거나 사이트 운영자에게 알려 주세요.',
  relayBusy: '지금 릴레이에 요청이 너무 많습니다. 잠시 기다렸다가 다시 시도하세요.',
  pageStopped: '페이지가 연결을 끝냈습니다. 새로고침하고 다시 시도하세요.',
  platformLacking:
    '이 브라우저는 이 페이지에서 안전하게 연결할 수 없습니다. 사이트를 https로 열거나 최신 브라우저를 사용하세요.',
}
