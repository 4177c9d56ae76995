import { networksOf } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { firstParts } from '../firstParts.ts'
import { lazyIcons } from '../frame/lazyIcons.ts'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { networkName } from './networkName.ts'

const { Icon, ViewFrame } = firstParts

/** For a wallet with accounts on several of the page's networks: the visitor chooses a network before the wallet is asked. */
export function NetworkChoice(props: WalletViewProps) {
  const { state, linker, messages, listing, imageUrl } = props
  const { chooseNetwork = listing.name, chooseNetworkDetail } = messages
  const networks = networksOf(listing, state.networks) ?? []
  return (
    <ViewFrame {...props} heading={chooseNetwork}>
      <div className="hawser-body">
        <div className="hawser-outcome">
          <div className="hawser-proof-image">
            <WalletImage name={listing.name} imageUrl={imageUrl} size={64} />
          </div>
          {chooseNetworkDetail !== undefined && (
            <p className="hawser-detail">{fill(chooseNetworkDetail, { name: listing.name })}</p>
          )}
        </div>
        <ul className="hawser-list" aria-label={chooseNetwork}>
          {networks.map((namespace) => (
            <li key={namespace}>
              <button
                type="button"
                className="hawser-list-row"
                onClick={() => linker.chooseWallet(listing, { namespace })}
              >
                <span className="hawser-list-text">
                  <span className="hawser-list-name">{networkName(namespace)}</span>
                </span>
                <Icon name={lazyIcons.forward} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </ViewFrame>
  )
}
