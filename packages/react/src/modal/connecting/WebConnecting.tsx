import { fill } from '../../messages/fill.ts'
import { ConnectingFrame, type WalletViewProps } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'

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
