import { useState } from 'react'
import { fill } from '../../messages/fill.ts'
import { Button } from '../frame/Button.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { ConnectingFrame, RetryButton } from './ConnectingFrame.tsx'
import { Waiting } from './Waiting.tsx'

/**
 * V3: a wallet app on this phone was opened. The next steps are ordered: open it again, its alternate link, the store of
 * the visitor's system, another phone. If no app opened, the next step in this order is highlighted.
 */
export function MobileConnecting(props: WalletViewProps) {
  const { listing, imageUrl, state, linker, messages } = props
  const [hasTriedAlternate, setTriedAlternate] = useState(false)
  const values = { name: listing.name }
  const hasFailed = state.flow.status === 'failed'
  const hasStayed = state.appSwitch === 'stayed' && !hasFailed
  const store = storeOf(props)
  // A wallet without its own scheme was opened by its universal link, so it has no alternate link.
  const hasAlternate = listing.mobile.native !== undefined && listing.mobile.universal !== undefined && !hasFailed
  const isAlternateNext = hasStayed && hasAlternate && !hasTriedAlternate
  const isStoreNext = hasStayed && !isAlternateNext && store !== undefined
  const isScanNext = hasStayed && !isAlternateNext && !isStoreNext

  const openAlternate = () => {
    setTriedAlternate(true)
    linker.openChosenWallet({ preferUniversal: true })
  }
  const openStore = () => linker.openInstallPage()
  const showCode = () => linker.showView({ name: 'Qrcode' })

  const actions = (
    <div className="hawser-stack">
      {isAlternateNext && (
        <Button kind="primary" icon={lazyIcons.forward} isWide onPress={openAlternate}>
          {messages.alternateLink}
        </Button>
      )}
      {isStoreNext && (
        <Button kind="primary" icon={lazyIcons.download} isWide onPress={openStore}>
          {fill(messages.get, values)}
        </Button>
      )}
      {isScanNext && (
        <Button kind="primary" icon="qrCode" isWide onPress={showCode}>
          {messages.scanWithOtherPhone}
        </Button>
      )}
      <RetryButton {...props} via="mobile" kind={hasStayed ? undefined : 'primary'} isWide />
      {hasAlternate && !isAlternateNext && (
        <p className="hawser-alternate">
          {messages.stillDoesNotWork}{' '}
          <button type="button" className="hawser-link" onClick={openAlternate}>
            {messages.alternateLink}
          </button>
        </p>
      )}
    </div>
  )
  const chips = (
    <>
      {listing.browser !== undefined && state.walletPage !== undefined && (
        <Button icon={lazyIcons.wallet} onPress={() => linker.showView({ name: 'WalletBrowser', listing })}>
          {fill(messages.openPageIn, values)}
        </Button>
      )}
      {!isScanNext && (
        <Button icon="qrCode" onPress={showCode}>
          {messages.scanWithOtherPhone}
        </Button>
      )}
      {state.pairingUri !== undefined && (
        <Button icon="copy" onPress={() => linker.copyLink()}>
          {messages.copyLink}
        </Button>
      )}
    </>
  )
  return (
    <ConnectingFrame {...props} via="mobile" actions={actions} chips={chips}>
      <Waiting
        {...props}
        title={hasStayed ? fill(messages.walletStayed, values) : messages.tapOpen}
        isStill={hasStayed}
      />
      {store !== undefined && !isStoreNext && (
        <div className="hawser-store">
          <WalletImage name={listing.name} imageUrl={imageUrl} size={28} />
          <p className="hawser-store-text">{fill(messages.get, values)}</p>
          <Button kind="plain" icon={lazyIcons.forward} onPress={openStore}>
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
