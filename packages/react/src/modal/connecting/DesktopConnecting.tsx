import { fill } from '../../messages/fill.ts'
import { ConnectingFrame, type WalletViewProps } from './ConnectingFrame.tsx'
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
