import { loadPart } from '@hawser/core'
import type { WalletViewProps } from '../connecting/ConnectingFrame.tsx'
import { firstParts } from '../firstParts.ts'
import { useChunk } from '../frame/useChunk.ts'

const { Unavailable, ViewFrame } = firstParts
const fetchOpenInWallet = () => loadPart(async () => (await import('./OpenInWallet.tsx')).OpenInWallet)

/** The way into a wallet's own browser in a chunk of its own: only phones have it. */
export function WalletBrowserView(props: WalletViewProps) {
  const { listing, messages } = props
  const { Part, errorCode, load } = useChunk(fetchOpenInWallet)
  if (Part !== undefined) return <Part {...props} />
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body" aria-busy={errorCode === undefined}>
        {errorCode !== undefined && <Unavailable code={errorCode} messages={messages} onRetry={load} />}
      </div>
    </ViewFrame>
  )
}
