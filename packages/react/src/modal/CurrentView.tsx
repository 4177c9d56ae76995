import { isWalletFailure } from '@hawser/core'
import { ConnectWallet } from './choice/ConnectWallet.tsx'
import { firstParts } from './firstParts.ts'
import { Skeleton } from './frame/Skeleton.tsx'
import type { CurrentViewProps } from './frame/viewProps.ts'

const { CodePlate, Unavailable, ViewFrame } = firstParts

/** Renders the current view. The two views with the code are always loaded; the others may still be loading. */
export function CurrentView({ later, ...props }: CurrentViewProps) {
  const { state, messages } = props
  const { flow, view } = state
  const isChoosing =
    flow.status === 'choosing' || flow.status === 'connecting' || (flow.status === 'failed' && !isWalletFailure(flow))
  if (isChoosing && view.name === 'ConnectWallet') return <ConnectWallet {...props} later={later} />
  if (isChoosing && view.name === 'Qrcode') return <QrcodeView {...props} later={later} />
  if (later.LaterView !== undefined) return <later.LaterView {...props} />
  return (
    <ViewFrame {...props} heading={messages.linkWallet}>
      <div className="hawser-body">
        {later.status === 'failed' ? (
          <Unavailable code={later.errorCode} messages={messages} onRetry={later.load} />
        ) : (
          <div aria-busy="true">
            <Skeleton width={320} height={260} path={waitingShape} />
            <span className="hawser-hidden">{messages.loading}</span>
          </div>
        )}
      </div>
    </ViewFrame>
  )
}

// The layout of most later views: a wallet's image, a line of text and a button.
const waitingShape =
  'M142 32h36q26 0 26 26v36q0 26-26 26h-36q-26 0-26-26V58q0-26 26-26zM98 156h124q6 0 6 6t-6 6H98q-6 0-6-6t6-6z' +
  'M12 208h296q12 0 12 12v20q0 12-12 12H12q-12 0-12-12v-20q0-12 12-12z'

/** V7: only the code and its link to copy. */
function QrcodeView({ later, ...props }: CurrentViewProps) {
  const { messages } = props
  return (
    <ViewFrame {...props} heading={messages.scanTheCode}>
      <div className="hawser-body">
        <CodePlate {...props} label={messages.qrCodeLabel} />
        {later.CodeNote !== undefined && <later.CodeNote {...props} />}
      </div>
    </ViewFrame>
  )
}
