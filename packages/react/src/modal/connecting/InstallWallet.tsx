import { storeLinkFor } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { Button } from '../frame/Button.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { WalletViewProps } from './ConnectingFrame.tsx'
import { placeOf, storesFor } from './stores.ts'
import { Waiting } from './Waiting.tsx'

/** V8: there is no way to reach the wallet from here, so its installation is offered. */
export function InstallWallet(props: WalletViewProps) {
  const { listing, state, send, messages } = props
  // Where "Download" leads; the other buttons lead elsewhere.
  const link = storeLinkFor(listing, state.platform)
  const stores = storesFor(listing, state.platform, messages)
  const others = stores.filter(({ href }) => href !== link)
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body">
        <Waiting {...props} title={messages.notDetected} isStill>
          {link !== undefined && (
            <p className="hawser-detail">
              <bdi>{placeOf(link, stores)}</bdi>
            </p>
          )}
        </Waiting>
      </div>
      <div className="hawser-footer">
        <p className="hawser-detail">{fill(messages.installDetail, { name: listing.name })}</p>
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
