import type { ReactNode } from 'react'
import { prefetchExplorer } from '../explorer/fetchExplorer.ts'
import { tileCount, WalletBones } from '../wallet/WalletBones.tsx'
import { ViewAllButton, WalletButton } from '../wallet/WalletButton.tsx'
import type { WalletOfferProps } from './WalletOffer.tsx'

/** The wallets offered first, and the way to all others. How many is the linker's decision (C3, C4). */
export function WalletGrid({ state, send, messages, label }: WalletOfferProps): ReactNode {
  const { shown, hasMore, isReady } = state.wallets
  return (
    <ul className="hawser-grid" aria-label={label} aria-busy={!isReady}>
      {!isReady && <WalletBones count={tileCount(state.platform)} />}
      {shown.map((entry) => (
        <li key={entry.listing.id}>
          <WalletButton
            entry={entry}
            messages={messages}
            onChoose={({ listing }) => send({ type: 'walletChosen', listing })}
          />
        </li>
      ))}
      {hasMore && (
        <li>
          <ViewAllButton
            messages={messages}
            onIntent={prefetchExplorer}
            onPress={() => send({ type: 'viewShown', view: { name: 'WalletExplorer' } })}
          />
        </li>
      )}
    </ul>
  )
}
