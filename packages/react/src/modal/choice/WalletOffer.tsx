import type { WalletEntry } from '@hawser/core'
import { type ReactNode, useMemo } from 'react'
import { enOffer } from '../../messages/english/enOffer.ts'
import type { OfferMessages } from '../../messages/modal/en.ts'
import { prefetchExplorer } from '../explorer/fetchExplorer.ts'
import { firstParts } from '../firstParts.ts'
import { lazyIcons } from '../frame/lazyIcons.ts'
import type { FirstViewProps, WalletOfferProps } from '../frame/viewProps.ts'
import { CodeNote as Note, OwnCode as Own, OwnCodeLink } from '../reach/LazyReach.tsx'
import { useBrowserWallet } from '../wallet/useBrowserWallet.ts'
import { ViewAllButton, WalletButton } from '../wallet/WalletButton.tsx'
import { WalletImage } from '../wallet/WalletImage.tsx'
import { tileCount, WalletSkeletons } from '../wallet/WalletSkeletons.tsx'
import { walletDescription, walletLabel } from '../wallet/walletName.ts'

const { Icon } = firstParts

/** The wallets of the first view. A separate chunk, fetched once the code is rendered. */
export function WalletOffer(given: WalletOfferProps) {
  const props = useBrowserWallet(useOfferMessages(given))
  const { isInWallet, platform } = props.state
  if (isInWallet) return <InWallet {...props} />
  return (
    <>
      {platform.device === 'desktop' && <Note {...props} />}
      {platform.isAndroid ? <WalletList {...props} /> : <WalletGrid {...props} />}
      {props.state.ownRelay === undefined ? <PhoneOffer {...props} /> : <OwnCodeLink {...props} />}
    </>
  )
}

/** The view inside a wallet's own browser: only that wallet, with a link to all others. */
function InWallet(props: OfferProps) {
  const { state, linker, messages } = props
  return (
    <>
      <ExtensionOffer {...props} />
      {state.wallets.hasMore && (
        <p className="hawser-no-wallet">
          <button type="button" className="hawser-link" onClick={() => linker.showView({ name: 'WalletExplorer' })}>
            {messages.viewAll}
          </button>
        </p>
      )}
    </>
  )
}

/** This browser's extensions, above the code on a computer: a visitor with an extension needs no other device. */
export function ExtensionOffer(given: FirstViewProps) {
  const { state, linker, messages } = useBrowserWallet(useOfferMessages(given))
  const installed = state.wallets.shown.filter(({ isInstalled }) => isInstalled)
  if (installed.length === 0) return null
  return (
    <ul className="hawser-extensions" aria-label={messages.extension}>
      {installed.map((entry) => (
        <li key={rowKey(entry)}>
          <button
            type="button"
            className="hawser-list-row"
            aria-label={walletDescription(entry, messages)}
            onClick={() => linker.chooseWallet(entry.listing)}
          >
            <WalletImage name={entry.listing.name} imageUrl={entry.imageUrl} size={32} />
            <span className="hawser-list-text">
              <bdi className="hawser-list-name">{entry.listing.name}</bdi>
              {entry.rdns !== undefined && <bdi className="hawser-list-detail">{entry.rdns}</bdi>}
            </span>
            <span className="hawser-wallet-label">{walletLabel(entry, messages)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Replaces a code that wallets from the stores cannot answer. */
export const OwnCode = Own
/** Says which wallets the code is for. */
export function CodeNote(props: FirstViewProps) {
  return <Note {...useOfferMessages(props)} />
}

type OfferProps = WalletOfferProps & { readonly messages: OfferMessages }

/** Adds the English texts of these wallets to the props' messages, which override them. */
function useOfferMessages<Props extends FirstViewProps>(props: Props) {
  const { messages } = props
  const all = useMemo(() => ({ ...enOffer, ...messages }), [messages])
  return { ...props, messages: all }
}

/** The first wallets, and a tile for all others. The linker decides how many wallets come first (C3, C4). */
function WalletGrid({ state, linker, messages, label }: OfferProps): ReactNode {
  const { hasMore, isReady } = state.wallets
  // On a computer the browser's own wallets are above the code.
  const isApart = state.platform.device === 'desktop'
  const shown = state.wallets.shown.filter(({ isInstalled }) => !(isApart && isInstalled))
  return (
    <ul className="hawser-grid" aria-label={label} aria-busy={!isReady}>
      {!isReady && <WalletSkeletons count={tileCount(state.platform)} />}
      {shown.map((entry) => (
        <li key={rowKey(entry)}>
          <WalletButton entry={entry} messages={messages} onChoose={({ listing }) => linker.chooseWallet(listing)} />
        </li>
      ))}
      {hasMore && (
        <li>
          <ViewAllButton
            messages={messages}
            onIntent={prefetchExplorer}
            onPress={() => linker.showView({ name: 'WalletExplorer' })}
          />
        </li>
      )}
    </ul>
  )
}

/** A button that starts a handoff to a phone's wallet, if the host app's server offers handoffs. */
function PhoneOffer({ state, linker, messages }: OfferProps) {
  if (state.handoff === undefined || state.platform.device !== 'desktop') return null
  return (
    <button type="button" className="hawser-button" data-wide onClick={() => linker.startHandoff()}>
      <Icon name="phone" />
      {messages.usePhone}
    </button>
  )
}

/** Android's list: the system's picker first, then wallets by name, then a row for all others. */
function WalletList({ state, linker, messages, label }: OfferProps) {
  const { shown, hasMore, isReady } = state.wallets
  return (
    <ul className="hawser-list" aria-label={label} aria-busy={!isReady}>
      {state.ownRelay === undefined && <AnyWallet linker={linker} messages={messages} />}
      {!isReady && <WalletSkeletons count={8} isList />}
      {shown.map((entry) => {
        const { listing, imageUrl, rdns } = entry
        const label = walletLabel(entry, messages)
        return (
          <li key={rowKey(entry)}>
            <button
              type="button"
              className="hawser-list-row"
              aria-label={walletDescription(entry, messages)}
              onClick={() => linker.chooseWallet(listing)}
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
            onClick={() => linker.showView({ name: 'WalletExplorer' })}
          >
            <span className="hawser-list-mark">
              <Icon name={lazyIcons.grid} />
            </span>
            <span className="hawser-list-text">{messages.viewAll}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

/** The system's picker, which offers every wallet that accepts a pairing. */
function AnyWallet({ linker, messages }: Pick<OfferProps, 'linker' | 'messages'>) {
  return (
    <li>
      <button type="button" className="hawser-list-row" onClick={() => linker.chooseAnyWallet()}>
        <span className="hawser-list-mark" data-kind="primary">
          <Icon name={lazyIcons.wallet} />
        </span>
        <span className="hawser-list-text">
          <span className="hawser-list-name">{messages.selectWallet}</span>
          <span className="hawser-list-detail">{messages.selectWalletDetail}</span>
        </span>
      </button>
    </li>
  )
}

/**
 * The same key for an extension before and after its listing is found: a row that has the focus, or that the visitor
 * presses, stays in place.
 */
function rowKey({ isInstalled, listing }: WalletEntry): string {
  return (isInstalled ? listing.rdns : undefined) ?? listing.id
}

/** Says that the list of wallets is unavailable. The wallets that replace the list are shown below. */
export function ListProblem({ state, linker, messages }: FirstViewProps) {
  if (!state.explorer.isUnavailable) return null
  return (
    <p className={state.platform.device === 'desktop' ? 'hawser-section-detail' : 'hawser-detail hawser-no-wallet'}>
      {messages.listUnavailable}{' '}
      <button type="button" className="hawser-link" onClick={() => linker.loadMoreWallets()}>
        {messages.retry}
      </button>
    </p>
  )
}
