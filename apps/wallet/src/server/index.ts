export { WalletPageMissingError } from '../errors.ts'
export { createWallet, type OriginChecks, type WalletOptions, type WalletServer } from './createWallet.ts'
