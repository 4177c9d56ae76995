export { WalletPageMissingError } from '../errors.ts'
export { createWallet, type WalletServer } from './createWallet.ts'
export type { OriginChecks, WalletOptions } from './walletOptions.ts'
