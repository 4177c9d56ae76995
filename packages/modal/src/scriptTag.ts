import { createModal } from './createModal.ts'
import { QRCodeModal } from './qrcodeModal.ts'
import { WalletConnectModal } from './walletConnectModal.ts'

// What `scriptTagFiles.ts` makes the script-tag file of.
export { createFileLoader, findScript } from './createFileLoader.ts'

/** The contents of the global name `Hawser`. */
export const Hawser = { createModal, QRCodeModal, WalletConnectModal }
