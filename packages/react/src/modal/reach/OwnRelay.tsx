import { listRoutes } from '@hawser/core'
import type { ReactNode } from 'react'
import { fill } from '../../messages/fill.ts'
import type { OfferMessages } from '../../messages/modal/en.ts'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import { Spinner } from '../frame/Spinner.tsx'
import type { FirstViewProps, WalletViewProps } from '../frame/viewProps.ts'
import { LazyHandoffFailure } from '../handoff/LazyHandoffFailure.tsx'
import { useReachTexts } from './useReachTexts.ts'

type OfferProps = FirstViewProps & { readonly messages: OfferMessages }

const { CodePlate, firstProblemOf, formatTime, Icon, QrCode, ViewFrame } = firstParts

/**
 * The first code if few wallets use the relay: a code for a handoff, which every phone's camera can read. Without a
 * handoff, a line says which wallets the site can link.
 */
export function OwnRelayCode(props: FirstViewProps) {
  const { state, messages } = props
  const texts = useReachTexts(messages)
  const { handoff, ownRelay = '', wallets } = state
  // An error replaces a code. A handoff needs no relay.
  if (firstProblemOf(state, messages) !== undefined) return <CodePlate {...props} label={messages.qrCodeLabel} />
  if (texts !== undefined && handoff === undefined && wallets.isReady)
    return <p className="hawser-detail hawser-no-wallet">{fill(texts.linkable, { relay: ownRelay })}</p>
  return (
    <>
      <div className="hawser-row">
        <h3 className="hawser-section">
          <Icon name="phone" />
          {messages.mobile}
        </h3>
        <p className="hawser-section-detail">{texts?.scan}</p>
      </div>
      {texts !== undefined && handoff?.step === 'code' ? (
        <>
          <div className="hawser-plate">
            <QrCode value={handoff.address} label={texts.qrLabel} />
          </div>
          <p className="hawser-time hawser-caption" role="timer">
            {fill(messages.codeTimeLeft, { time: formatTime(handoff.secondsLeft, messages.language) })}
          </p>
        </>
      ) : handoff?.step === 'failed' ? (
        <div className="hawser-plate" data-empty>
          <LazyHandoffFailure {...props} code={handoff.code} />
        </div>
      ) : (
        <>
          <div className="hawser-plate" data-empty aria-busy="true">
            <Spinner side={48} />
            <span className="hawser-hidden">{messages.preparing}</span>
          </div>
          {/* Reserves the space of the time, so that nothing below moves when the code appears. */}
          <p className="hawser-time hawser-caption" aria-hidden="true">
            {'\u00a0'}
          </p>
        </>
      )}
      {handoff?.step !== 'failed' && <p className="hawser-detail hawser-next">{texts?.next}</p>}
    </>
  )
}

/** A button that shows the relay's own code, for a wallet that uses the relay and is in no list. */
export function OtherWallet({ state, linker, messages }: FirstViewProps) {
  const texts = useReachTexts(messages)
  if (texts === undefined || state.isInWallet) return null
  return (
    <p className="hawser-no-wallet">
      <button type="button" className="hawser-link" onClick={() => linker.showView({ name: 'Qrcode' })}>
        {fill(texts.otherWallet, { relay: state.ownRelay ?? '' })}
      </button>
    </p>
  )
}

/** Says which wallets a code is for, and offers other ways to link. */
export function CodeHint({ state, linker, messages }: OfferProps) {
  const texts = useReachTexts(messages)
  const { ownRelay, handoff, view, platform } = state
  if (texts === undefined) return null
  return (
    <div className="hawser-no-wallet" role="status">
      <p className="hawser-detail">
        {ownRelay === undefined ? texts.codeForNetwork : fill(texts.codeForRelay, { relay: ownRelay })}
      </p>
      {/* The first view already offers these ways. */}
      {view.name !== 'ConnectWallet' && (
        <div className="hawser-buttons">
          {handoff !== undefined && platform.device === 'desktop' && (
            <Button icon="phone" onPress={() => linker.startHandoff()}>
              {messages.usePhone}
            </Button>
          )}
          <Button onPress={() => linker.showView({ name: 'WalletExplorer' })}>{messages.viewAll}</Button>
        </div>
      )}
    </div>
  )
}

/** A wallet that is not on this device. Offers to install it (`install`) if it can be linked after that. */
export function OwnRelayInstall({ install, ...props }: WalletViewProps & { readonly install: ReactNode }) {
  const { listing, state, linker, messages } = props
  const texts = useReachTexts(messages)
  if (listRoutes(listing, state).length > 0 || state.otherNetwork?.listingId === listing.id) return install
  const values = { name: listing.name }
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body" aria-busy={texts === undefined}>
        {texts !== undefined && (
          <div className="hawser-outcome" role="status">
            <p className="hawser-title">{fill(texts.noRoute, values)}</p>
            <p className="hawser-detail">{fill(texts.noRouteDetail, values)}</p>
          </div>
        )}
      </div>
      <div className="hawser-footer">
        <Button kind="primary" isWide onPress={() => linker.goBack()}>
          {messages.back}
        </Button>
      </div>
    </ViewFrame>
  )
}
