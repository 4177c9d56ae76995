import { fill } from '../../messages/fill.ts'
import { CodePlate } from '../code/CodePlate.tsx'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { ConnectingFrame, type WalletViewProps } from './ConnectingFrame.tsx'

/** V5: the code carries the wallet's icon, to be scanned by that wallet's phone. */
export function MobileQrcodeConnecting(props: WalletViewProps) {
  const { listing, imageUrl, messages } = props
  const values = { name: listing.name }
  return (
    <ConnectingFrame {...props} via="qrcode" detail={fill(messages.scanDetail, values)}>
      <CodePlate
        {...props}
        label={fill(messages.qrCodeLabelFor, values)}
        icon={<WalletImage name={listing.name} imageUrl={imageUrl} size={64} />}
      />
    </ConnectingFrame>
  )
}
