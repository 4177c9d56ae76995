export { WalletPageMissingError } from '../errors.ts'
export { createWallet, type WalletOptions, type WalletServer } from './createWallet.ts'
