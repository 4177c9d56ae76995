export {
  createTestRelay,
  type TestRelay,
  type TestRelayAcceptance,
  type TestRelayBehaviour,
  type TestRelayRequest,
} from './testing/createTestRelay.ts'
export { createTestWallet, type TestWallet, type TestWalletOptions } from './testing/createTestWallet.ts'
export type { OnProposal, OnRequest, TestWalletScript } from './testing/testWalletScript.ts'
