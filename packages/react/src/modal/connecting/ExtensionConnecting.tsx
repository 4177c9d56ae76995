import { fill } from '../../messages/fill.ts'
import { ConnectingFrame, type WalletViewProps } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'

/** A wallet of this browser was asked. No listing vouches for a name that comes with an `rdns`, so that is shown too (T-23). */
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
