import { prefetchExplorer } from '../explorer/fetchExplorer.ts'
import { Icon } from '../frame/Icon.tsx'
import { WalletBones } from '../wallet/WalletBones.tsx'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { walletDescription, walletLabel } from '../wallet/walletLabel.ts'
import type { WalletOfferProps } from './WalletOffer.tsx'

/** Android's list: the system's own picker first, then the wallets by name, then the way to all others. */
export function WalletList({ state, send, messages, label }: WalletOfferProps) {
  const { shown, hasMore, isReady } = state.wallets
  return (
    <ul className="hawser-list" aria-label={label} aria-busy={!isReady}>
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
      {!isReady && <WalletBones count={8} isList />}
      {shown.map((entry) => {
        const { listing, imageUrl, rdns } = entry
        const label = walletLabel(entry, messages)
        return (
          <li key={listing.id}>
            <button
              type="button"
              className="hawser-list-row"
              aria-label={walletDescription(entry, messages)}
              onClick={() => send({ type: 'walletChosen', listing })}
            >
              <WalletImage name={listing.name} imageUrl={imageUrl} size={44} />
              <span className="hawser-list-text">
                <bdi className="hawser-list-name">{listing.name}</bdi>
                {rdns !== undefined && <bdi className="hawser-list-detail">{rdns}</bdi>}
              </span>
              {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
            </button>
          </li>
        )
      })}
      {hasMore && (
        <li>
          <button
            type="button"
            className="hawser-list-row"
            onPointerEnter={prefetchExplorer}
            onFocus={prefetchExplorer}
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
