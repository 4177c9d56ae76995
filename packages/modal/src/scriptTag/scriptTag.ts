import { createModal } from '../createModal.ts'
import { QRCodeModal } from '../qrcodeModal.ts'
import { WalletConnectModal } from '../walletConnectModal.ts'

// The exports from which `scriptTagFiles.ts` makes the script-tag file.
export { createFileLoader, findScript } from './createFileLoader.ts'

/** The contents of the global name `Hawser`. */
export const Hawser = { createModal, QRCodeModal, WalletConnectModal }
