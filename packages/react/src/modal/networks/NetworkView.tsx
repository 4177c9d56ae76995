import { loadPart } from '@hawser/core'
import type { WalletViewProps } from '../connecting/ConnectingFrame.tsx'
import { firstParts } from '../firstParts.ts'
import { useChunk } from '../frame/useChunk.ts'

const { Unavailable, ViewFrame } = firstParts
const fetchNetworkChoice = () => loadPart(async () => (await import('./NetworkChoice.tsx')).NetworkChoice)

/** The choice of a network in a chunk of its own: most wallets have one network. */
export function NetworkView(props: WalletViewProps) {
  const { listing, messages } = props
  const { Part, errorCode, load } = useChunk(fetchNetworkChoice)
  if (Part !== undefined) return <Part {...props} />
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body" aria-busy={errorCode === undefined}>
        {errorCode !== undefined && <Unavailable code={errorCode} messages={messages} onRetry={load} />}
      </div>
    </ViewFrame>
  )
}
