import { Unavailable } from '../frame/Unavailable.tsx'
import { useChunk } from '../frame/useChunk.ts'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { fetchExplorer } from './fetchExplorer.ts'
import { TileSkeletons } from './TileSkeletons.tsx'

/** V6 in a separate chunk: shows the view's frame while the code loads, and Retry if loading fails. */
export function ExplorerView(props: ViewProps) {
  const { messages } = props
  const { Part: WalletExplorer, errorCode, load } = useChunk(fetchExplorer)
  if (WalletExplorer !== undefined) return <WalletExplorer {...props} Tiles={TileSkeletons} />
  return (
    <ViewFrame {...props} heading={messages.wallets}>
      <div className="hawser-search" />
      <div className="hawser-body hawser-explorer" aria-busy={errorCode === undefined}>
        {errorCode !== undefined ? (
          <Unavailable code={errorCode} messages={messages} onRetry={load} />
        ) : (
          <>
            <TileSkeletons columns={4} rows={4} />
            <span className="hawser-hidden">{messages.loading}</span>
          </>
        )}
      </div>
    </ViewFrame>
  )
}
