import { fill } from '../messages/fill.ts'
import { Button } from './Button.tsx'
import { ConnectingFrame, type WalletViewProps } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'
import { WalletImage } from './WalletImage.tsx'

/** V3: a wallet app on this phone was opened. Below it the alternate link and the store of the visitor's own system. */
export function MobileConnecting(props: WalletViewProps) {
  const { listing, imageUrl, state, send, messages } = props
  const store = storeOf(props)
  // Without an own scheme the universal link was the one that has just been opened: there is no alternate.
  const hasAlternate = listing.mobile.native !== undefined && listing.mobile.universal !== undefined
  return (
    <ConnectingFrame {...props} via="mobile">
      <Waiting {...props} title={messages.tapOpen}>
        {hasAlternate && state.flow.status !== 'failed' && (
          <p className="hawser-alternate">
            {messages.stillDoesNotWork}{' '}
            <button
              type="button"
              className="hawser-link"
              onClick={() => send({ type: 'linkOpened', preferUniversal: true })}
            >
              {messages.alternateLink}
            </button>
          </p>
        )}
      </Waiting>
      {store !== undefined && (
        <div className="hawser-store">
          <WalletImage name={listing.name} imageUrl={imageUrl} size={28} />
          <p className="hawser-store-text">{fill(messages.get, { name: listing.name })}</p>
          <Button kind="plain" icon="forward" onPress={() => send({ type: 'installWanted' })}>
            {store}
          </Button>
        </div>
      )}
    </ConnectingFrame>
  )
}

function storeOf({ listing, state, messages }: WalletViewProps): string | undefined {
  if (state.platform.isIos && listing.app.ios !== undefined) return messages.appStore
  return state.platform.isAndroid && listing.app.android !== undefined ? messages.googlePlay : undefined
}
