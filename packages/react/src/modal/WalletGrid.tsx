import type { ReactNode } from 'react'
import { prefetchExplorer } from './fetchExplorer.ts'
import type { ViewProps } from './view.ts'
import { ViewAllButton, WalletButton } from './WalletButton.tsx'

const tilesToCome = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * The wallets offered first, and the way to all others. How many is the linker's decision (C3, C4): before it is made, there
 * is room for as many as there mostly are.
 */
export function WalletGrid({ state, send, messages, label }: ViewProps & { readonly label: string }): ReactNode {
  const { shown, hasMore, isReady } = state.wallets
  const toCome = isReady ? [] : tilesToCome.slice(0, state.platform.device === 'desktop' ? 4 : 8)
  return (
    <ul className="hawser-grid" aria-label={label} aria-busy={!isReady}>
      {toCome.map((tile) => (
        <li key={tile} className="hawser-bone" aria-hidden="true" />
      ))}
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
