import type { ReactNode } from 'react'
import { prefetchExplorer } from './fetchExplorer.ts'
import type { ViewProps } from './view.ts'
import { ViewAllButton, WalletButton } from './WalletButton.tsx'

/** The wallets offered first, and the way to all others. How many is the linker's decision (C3, C4). */
export function WalletGrid({ state, send, messages, label }: ViewProps & { readonly label: string }): ReactNode {
  return (
    <ul className="hawser-grid" aria-label={label}>
      {state.wallets.shown.map((entry) => (
        <li key={entry.listing.id}>
          <WalletButton
            entry={entry}
            messages={messages}
            onChoose={({ listing }) => send({ type: 'walletChosen', listing })}
          />
        </li>
      ))}
      {state.wallets.hasMore && (
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
