import { storeLinkFor } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { Button } from '../frame/Button.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { type Store, storesFor } from './stores.ts'
import { Waiting } from './Waiting.tsx'

/** V8: the wallet cannot be reached from here, so the view offers to install it. */
export function InstallWallet(props: WalletViewProps) {
  const { listing, state, linker, messages } = props
  const { otherNetwork } = state
  if (otherNetwork?.listingId === listing.id) return <OtherNetwork {...props} network={otherNetwork.network} />
  // The target of "Download"; the other buttons link to the other stores.
  const link = storeLinkFor(listing, state.platform)
  const stores = storesFor(listing, state.platform, messages)
  const isPhone = state.platform.device === 'phone'
  const others = stores.filter(({ href }) => href !== link)
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body">
        <Waiting {...props} title={isPhone ? fill(messages.get, { name: listing.name }) : messages.notDetected} isStill>
          {link !== undefined && (
            <p className="hawser-detail">
              <bdi>{placeOf(link, stores)}</bdi>
            </p>
          )}
        </Waiting>
      </div>
      <div className="hawser-footer">
        <p className="hawser-detail">
          {fill(isPhone ? messages.installOnPhone : messages.installDetail, { name: listing.name })}
        </p>
        <div className="hawser-stack">
          {link === undefined ? (
            <Button icon="qrCode" isWide onPress={() => linker.showView({ name: 'Qrcode' })}>
              {messages.showQrCode}
            </Button>
          ) : (
            <Button kind="primary" icon={lazyIcons.download} isWide onPress={() => linker.openInstallPage()}>
              {messages.download}
            </Button>
          )}
          {others.length > 0 && (
            <div className="hawser-row">
              {others.map(({ text, href }) => (
                <a key={text} className="hawser-button" href={href} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              ))}
            </div>
          )}
        </div>
      </div>
    </ViewFrame>
  )
}

/** The wallet is installed but does not support the network, so the visitor goes back to choose another wallet. */
function OtherNetwork({ network, ...props }: WalletViewProps & { readonly network: string }) {
  const { listing, linker, messages } = props
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body">
        <Waiting {...props} title={fill(messages.otherNetwork, { name: listing.name, network })} isStill />
      </div>
      <div className="hawser-footer">
        <Button kind="primary" isWide onPress={() => linker.goBack()}>
          {messages.back}
        </Button>
      </div>
    </ViewFrame>
  )
}

/**
 * Names the target of an address: the store's name, or otherwise the host as it is requested, with letters of other scripts
 * in punycode (T-13).
 */
function placeOf(address: string, stores: readonly Store[]): string {
  return stores.find((store) => store.href === address)?.text ?? new URL(address).host
}
