import type { ReactNode } from 'react'
import type { Peer } from '../peer.ts'
import type { RelayStatus } from '../walletState.ts'
import { Icon } from './Icon.tsx'

/** Name, warning, and the place the screens appear in. */
export function Frame(props: {
  readonly relay: RelayStatus
  /** Whether a session depends on the relay: without one, being offline is no news. */
  readonly isLive: boolean
  readonly children: ReactNode
}) {
  const isOffline = props.isLive && props.relay !== 'connected'
  return (
    <div className="frame">
      <header className="header">
        <p className="brand">
          <Icon name="hawser" /> Hawser Demo Wallet
        </p>
        <p className="relay" role="status">
          {isOffline && 'Reconnecting to the relay …'}
        </p>
        <p className="banner">
          <Icon name="warning" />
          <span>
            <strong>Demo wallet</strong> – test account, do not send funds
          </span>
        </p>
      </header>
      <main className="main">{props.children}</main>
    </div>
  )
}

/**
 * Called for each heading that appears: a new screen begins at its heading, and names the page. A `<title>` element would
 * stand behind the one of index.html, which the page needs before there is a screen: a page without shows its address.
 */
function announce(heading: HTMLHeadingElement | null): void {
  if (heading === null) return
  heading.focus()
  document.title = `${heading.textContent} · Hawser Demo Wallet`
}

/** The heading of a screen; also the page's title. */
export function Title({ children }: { readonly children: string }) {
  return (
    <h1 className="title" tabIndex={-1} ref={announce}>
      {children}
    </h1>
  )
}

/** Something is under way; with `onCancel` it can be given up. */
export function Waiting({ title, onCancel }: { readonly title: string; readonly onCancel?: () => void }) {
  return (
    <section className="card centered" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <Title>{title}</Title>
      {onCancel !== undefined && (
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      )}
    </section>
  )
}

/** A letter in place of the app's icon, which would have to be fetched from an address the app chooses. */
export function Tile({ peer }: { readonly peer: Peer }) {
  return (
    <span className="tile" aria-hidden="true">
      {[...peer.name][0]?.toUpperCase()}
    </span>
  )
}

/** Who asks, and what that is worth. */
export function PeerClaim({ peer }: { readonly peer: Peer }) {
  return (
    <p className="claim" data-testid="claim">
      {peer.host === undefined ? (
        <>This app gives no web address.</>
      ) : (
        <>
          It says it is <strong className="host">{peer.host}</strong>
        </>
      )}
      <span className="badge">Claimed, not verified</span>
    </p>
  )
}

/** One fact with its name. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An address in full, in groups of four so that it can be compared by eye. Copying it gives the plain address. */
export function AddressText({ address }: { readonly address: string }) {
  return (
    <span className="address" data-testid="address">
      {(address.match(/.{1,6}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}
