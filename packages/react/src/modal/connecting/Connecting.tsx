import { fill } from '../../messages/fill.ts'
import { CodePlate } from '../code/CodePlate.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { CodeNote } from '../reach/LazyReach.tsx'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { ConnectingFrame } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'

/** V2: a wallet app on this computer was opened. */
export function DesktopConnecting(props: WalletViewProps) {
  const { listing, messages } = props
  const values = { name: listing.name }
  return (
    <ConnectingFrame {...props} via="desktop" detail={fill(messages.desktopDetail, values)}>
      <Waiting {...props} title={fill(messages.continueIn, values)} />
    </ConnectingFrame>
  )
}

/** V4: a wallet's web page was opened in a new tab. */
export function WebConnecting(props: WalletViewProps) {
  const { listing, messages } = props
  const values = { name: listing.name }
  return (
    <ConnectingFrame {...props} via="web" detail={fill(messages.webDetail, values)}>
      <Waiting {...props} title={fill(messages.continueIn, values)} />
    </ConnectingFrame>
  )
}

/** A browser extension was asked. No listing vouches for a name that comes with an `rdns`, so the view shows both (T-23). */
export function ExtensionConnecting(props: WalletViewProps) {
  const { listing, rdns, messages } = props
  const values = { name: listing.name }
  return (
    <ConnectingFrame {...props} via="extension" detail={fill(messages.extensionDetail, values)}>
      <Waiting {...props} title={fill(messages.continueIn, values)}>
        {rdns !== undefined && (
          <p className="hawser-detail">
            <bdi dir="ltr">{rdns}</bdi>
          </p>
        )}
      </Waiting>
    </ConnectingFrame>
  )
}

/** V5: the code with the wallet's icon, to scan with the phone that has the wallet. */
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
      <CodeNote {...props} />
    </ConnectingFrame>
  )
}
