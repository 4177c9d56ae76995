export {
  createTestRelay,
  type TestRelay,
  type TestRelayAcceptance,
  type TestRelayBehaviour,
  type TestRelayRequest,
} from './testing/createTestRelay.ts'
export {
  createTestWallet,
  type OnProposal,
  type OnRequest,
  type TestWallet,
  type TestWalletOptions,
  type TestWalletScript,
} from './testing/createTestWallet.ts'
