import { QRCodeModal } from './qrcodeModal.ts'

// biome-ignore lint/style/noDefaultExport: the package this stands in for has nothing but a default export (decision 0013)
export default QRCodeModal
