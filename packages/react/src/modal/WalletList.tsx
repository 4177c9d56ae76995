import { Icon } from './Icon.tsx'
import type { ViewProps } from './view.ts'
import { WalletImage } from './WalletImage.tsx'

/** Android's list: the system's own picker first, then the wallets by name, then the way to all others. */
export function WalletList({ state, send, messages }: ViewProps) {
  return (
    <ul className="hawser-list" aria-label={messages.wallets}>
      <li>
        <button type="button" className="hawser-list-row" onClick={() => send({ type: 'anyWalletChosen' })}>
          <span className="hawser-list-mark" data-kind="primary">
            <Icon name="wallet" />
          </span>
          <span className="hawser-list-text">
            <span className="hawser-list-name">{messages.selectWallet}</span>
            <span className="hawser-list-detail">{messages.selectWalletDetail}</span>
          </span>
        </button>
      </li>
      {state.wallets.shown.map(({ listing, imageUrl, isRecent }) => (
        <li key={listing.id}>
          <button type="button" className="hawser-list-row" onClick={() => send({ type: 'walletChosen', listing })}>
            <WalletImage name={listing.name} imageUrl={imageUrl} size={44} />
            <span className="hawser-list-text">
              <bdi className="hawser-list-name">{listing.name}</bdi>
            </span>
            {isRecent && <span className="hawser-wallet-label">{messages.recent}</span>}
          </button>
        </li>
      ))}
      {state.wallets.hasMore && (
        <li>
          <button
            type="button"
            className="hawser-list-row"
            onClick={() => send({ type: 'viewShown', view: { name: 'WalletExplorer' } })}
          >
            <span className="hawser-list-mark">
              <Icon name="grid" />
            </span>
            <span className="hawser-list-text">{messages.viewAll}</span>
          </button>
        </li>
      )}
    </ul>
  )
}
