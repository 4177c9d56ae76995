import type { CodesOf } from '@hawser/core'
import type * as errors from './errors.ts'

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

/** The codes of the errors that this package throws. */
export type ModalErrorCode = CodesOf<typeof errors> | 'invalid_pairing_uri' | 'page_outdated' | 'pairing_expired'
