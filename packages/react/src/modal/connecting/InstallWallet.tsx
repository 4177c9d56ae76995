import { type Listing, type Platform, type StoreName, storeLinkFor } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'
import { Button } from '../frame/Button.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { WalletViewProps } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'

/** V8: there is no way to reach the wallet from here, so its installation is offered. */
export function InstallWallet(props: WalletViewProps) {
  const { listing, state, send, messages } = props
  // Where "Download" leads; the other buttons lead elsewhere.
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
            <Button icon="qrCode" isWide onPress={() => send({ type: 'viewShown', view: { name: 'Qrcode' } })}>
              {messages.showQrCode}
            </Button>
          ) : (
            <Button kind="primary" icon="download" isWide onPress={() => send({ type: 'installWanted' })}>
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

type Store = { readonly text: string; readonly href: string }

// Names of products, the same in every language.
const storeTexts = {
  chrome: 'Chrome',
  firefox: 'Firefox',
  edge: 'Edge',
  safari: 'Safari',
  opera: 'Opera',
  mac: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
} as const satisfies Partial<Record<StoreName, string>>
const desktopStores = ['chrome', 'firefox', 'edge', 'safari', 'opera', 'mac', 'windows', 'linux'] as const

/** Where a wallet can be had for the device the visitor is on. */
function storesFor({ app }: Listing, platform: Platform, messages: Messages): readonly Store[] {
  const stores: readonly (readonly [string, string | undefined])[] =
    platform.device === 'desktop'
      ? desktopStores.map((name) => [storeTexts[name], app[name]])
      : [
          ...(platform.isAndroid ? [] : [[messages.appStore, app.ios] as const]),
          ...(platform.isIos ? [] : [[messages.googlePlay, app.android] as const]),
        ]
  // A listing's addresses are checked where they are read; an address is opened from here all the same (T-10).
  return stores.flatMap(([text, href]) => (href?.startsWith('https://') ? [{ text, href }] : []))
}

/**
 * Where an address leads, in words: the store's name, else its host as it is asked for, letters of other scripts in
 * punycode (T-13).
 */
function placeOf(address: string, stores: readonly Store[]): string {
  return stores.find((store) => store.href === address)?.text ?? new URL(address).host
}
