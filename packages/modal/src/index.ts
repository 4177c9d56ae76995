export { PairingExpiredError } from '@hawser/core'
export { type CreateModalOptions, createModal, type Modal } from './createModal.ts'
export { ModalUnavailableError, NoPageError, PageFramedError } from './errors.ts'
export { createQRCodeModal, QRCodeModal, type QRCodeModalOptions } from './qrcodeModal.ts'
export type { Theme } from './theme.ts'
export {
  WalletConnectModal,
  type WalletConnectModalConfig,
  type WalletConnectModalTheme,
} from './walletConnectModal.ts'
