import type { OriginStatus } from '@hawser/sign/origin'
import type { ReactNode } from 'react'
import type { Peer } from '../requests/peer.ts'
import { useWords } from '../words/words.ts'
import { Filled } from './Filled.tsx'
import { Title } from './Frame.tsx'
import { Icon } from './Icon.tsx'

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
