// What the script-tag file puts under the global name `Hawser`.
export { createModal } from './createModal.ts'
export { QRCodeModal } from './qrcodeModal.ts'
export { WalletConnectModal } from './walletConnectModal.ts'
