import { fill } from '../messages/fill.ts'
import { Button } from './Button.tsx'
import type { WalletViewProps } from './ConnectingFrame.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import { Waiting } from './Waiting.tsx'

/** V8: there is no way to reach the wallet from here, so its installation is offered. */
export function InstallWallet(props: WalletViewProps) {
  const { listing, send, messages } = props
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body">
        <Waiting {...props} title={messages.notDetected} isStill />
      </div>
      <div className="hawser-footer">
        <p className="hawser-detail">{fill(messages.installDetail, { name: listing.name })}</p>
        <div className="hawser-buttons">
          <Button kind="primary" icon="download" onPress={() => send({ type: 'installWanted' })}>
            {messages.download}
          </Button>
        </div>
      </div>
    </ViewFrame>
  )
}
