import { storeLinkFor, type WalletEntry } from '@hawser/core'
import { Icon } from '../frame/Icon.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { type Store, storesFor } from './stores.ts'

const offered = 3

/** For visitors without a wallet: an explanation, and three wallets for their device. */
export function GetWallet(props: ViewProps) {
  const { state, messages } = props
  // If few wallets use the relay, only the first wallets are known to be linkable from here.
  const known = [...state.wallets.shown, ...(state.ownRelay === undefined ? state.explorer.entries : [])]
  const wallets = known
    .filter((entry, index) => known.findIndex(({ listing }) => listing.id === entry.listing.id) === index)
    .flatMap((entry) => {
      const store = entry.isInstalled ? undefined : storeFor(entry, props)
      return store === undefined ? [] : [{ ...entry, store }]
    })
    .slice(0, offered)
  return (
    <ViewFrame {...props} heading={messages.getWallet}>
      <div className="hawser-body">
        <p className="hawser-detail">{messages.whatIsWallet}</p>
        {wallets.length > 0 && (
          <ul className="hawser-list" aria-label={messages.getWallet}>
            {wallets.map(({ listing, imageUrl, store }) => (
              <li key={listing.id}>
                <a className="hawser-list-row" href={store.href} target="_blank" rel="noopener noreferrer">
                  <WalletImage name={listing.name} imageUrl={imageUrl} size={44} />
                  <span className="hawser-list-text">
                    <bdi className="hawser-list-name">{listing.name}</bdi>
                    <bdi className="hawser-list-detail">{store.text}</bdi>
                  </span>
                  <Icon name={lazyIcons.download} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </ViewFrame>
  )
}

/** The wallet's store for this device or browser. A computer without a matching store gets any download page. */
function storeFor({ listing }: WalletEntry, { state, messages }: ViewProps): Store | undefined {
  const { platform } = state
  const stores = storesFor(listing, platform, messages)
  const own = navigator.userAgent.includes('Firefox') ? listing.app.firefox : listing.app.chrome
  const found = stores.find(({ href }) => href === own) ?? stores[0]
  if (found !== undefined || platform.device === 'phone') return found
  const href = storeLinkFor(listing, platform)
  return href === undefined ? undefined : { text: new URL(href).host, href }
}
