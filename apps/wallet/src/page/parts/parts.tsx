import type { OriginStatus } from '@hawser/sign/origin'
import type { ReactNode } from 'react'
import type { WalletAccount } from '../accounts/account.ts'
import type { Peer } from '../requests/peer.ts'
import type { SignInCheck } from '../requests/signInCheck.ts'
import { formFor, nameAccount, nameChain, useWords } from '../words/words.ts'
import { Filled } from './Filled.tsx'
import { Icon } from './Icon.tsx'

/** Name, warning, and the place the screens appear in. */
export function Frame(props: {
  /** What there is to say of the relay. */
  readonly relay?: ReactNode
  readonly children: ReactNode
}) {
  const { messages } = useWords()
  return (
    <div className="frame">
      <header className="header">
        <p className="brand">
          <Icon name="hawser" /> {messages.name}
        </p>
        <p className="relay" role="status">
          {props.relay}
        </p>
        <p className="banner">
          <Icon name="warning" />
          <span>
            <strong>{messages.demo}</strong> – {messages.demoNotice}
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
  const { messages } = useWords()
  return (
    <section className="card centered" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <Title>{title}</Title>
      {onCancel !== undefined && (
        <button type="button" className="button" onClick={onCancel}>
          {messages.cancel}
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

/** The head of a question: who asks for what. */
export function Asker(props: { readonly title: string; readonly peer: Peer; readonly children?: ReactNode }) {
  return (
    <div className="who">
      <Tile peer={props.peer} />
      <div className="grow">
        <Title>{props.title}</Title>
        {props.children}
        <PeerClaim peer={props.peer} />
      </div>
    </div>
  )
}

/** Who asks, and what that is worth. */
function PeerClaim({ peer }: { readonly peer: Peer }) {
  const { messages } = useWords()
  const host = (
    <strong className="host">
      <bdi>{peer.host}</bdi>
    </strong>
  )
  return (
    <p className="claim" data-testid="claim" data-origin={peer.origin}>
      <span>{peer.host === undefined ? messages.claimsNothing : <Filled text={messages.claims} host={host} />}</span>
      <OriginBadge origin={peer.origin} />
    </p>
  )
}

/** What the claimed address is worth, in words. */
function OriginBadge({ origin }: { readonly origin: OriginStatus }) {
  const { messages } = useWords()
  switch (origin) {
    case 'valid':
      return (
        <span className="badge good">
          <Icon name="check" /> {messages.confirmed}
        </span>
      )
    case 'unknown':
      return <span className="badge">{messages.unverified}</span>
    case 'mismatch':
      return <span className="badge bad">{messages.mismatch}</span>
    case 'scam':
      return <span className="badge bad">{messages.knownScam}</span>
  }
}

/** Says that a sign-in text names the app's own address; nothing where there is nothing to say. */
export function DomainCheck({ check }: { readonly check: SignInCheck }) {
  const { messages } = useWords()
  if (check.status !== 'matching') return null
  const domain = (
    <strong className="host">
      <bdi>{check.domain}</bdi>
    </strong>
  )
  return (
    <p className="notice good">
      <Icon name="check" />
      <span>
        <Filled text={messages.domainMatches} domain={domain} />
      </span>
    </p>
  )
}

/** The chains a question is about. */
export function ChainFact({ chains }: { readonly chains: readonly string[] }) {
  const words = useWords()
  return (
    <Fact name={formFor(words, words.messages.onChains, chains.length)}>
      <ul className="chips">
        {chains.map((chain) => (
          <li key={chain}>{nameChain(words, chain)}</li>
        ))}
      </ul>
    </Fact>
  )
}

type Answer = { readonly text: string; readonly isOpen: boolean; readonly onClick: () => void }

/** No and yes, always in sight. */
export function Answers({ no, yes }: { readonly no: Answer; readonly yes: Answer }) {
  return (
    <div className="actions">
      <button type="button" className="button" disabled={!no.isOpen} onClick={no.onClick}>
        {no.text}
      </button>
      <button type="button" className="button primary" disabled={!yes.isOpen} onClick={yes.onClick}>
        {yes.text}
      </button>
    </div>
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
    <span className="address" data-testid="address" dir="ltr" translate="no">
      {(address.match(/.{1,6}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}

/** An account's name, and where it comes from when that is not this wallet. */
export function AccountName({ account }: { readonly account: WalletAccount }) {
  return (
    <>
      <strong className="name">
        <bdi>{nameAccount(useWords(), account)}</bdi>
      </strong>
      <OriginTag account={account} />
    </>
  )
}

/** Where an account comes from; nothing for the wallet's own. */
export function OriginTag({ account: { origin } }: { readonly account: WalletAccount }) {
  const { messages } = useWords()
  return messages.origins[origin] === '' ? null : <span className="tag">{messages.origins[origin]}</span>
}
