// The contents of the global name `Hawser` in the script-tag file.
export { createModal } from './createModal.ts'
export { QRCodeModal } from './qrcodeModal.ts'
export { WalletConnectModal } from './walletConnectModal.ts'
