import type { OriginStatus } from '@hawser/sign/origin'
import type { ReactNode } from 'react'
import type { Peer } from '../requests/peer.ts'
import { useWords } from '../words/words.ts'
import { UntrustedText } from './controls.tsx'
import { Title } from './Frame.tsx'
import { Icon } from './Icon.tsx'
import { InterpolatedText } from './InterpolatedText.tsx'

const badges = {
  valid: ['good', 'confirmed'],
  unknown: ['warn', 'unverified'],
  mismatch: ['bad', 'mismatch'],
  scam: ['bad', 'knownScam'],
} as const satisfies Readonly<Record<OriginStatus, unknown>>

/** Rates the address that an app claims, in words. */
export function OriginBadge({ origin }: { readonly origin: OriginStatus }) {
  const [kind, text] = badges[origin]
  return (
    <span className={`badge ${kind}`}>
      {kind === 'good' && <Icon name="check" />}
      {useWords().messages[text]}
    </span>
  )
}

/** A letter in place of the app's icon, which the wallet would have to fetch from an address that the app chooses. */
export function Tile({ peer }: { readonly peer: Peer }) {
  return (
    <span className="tile" aria-hidden="true">
      {[...peer.name][0]?.toUpperCase()}
    </span>
  )
}

/** The header of a question: the app, its purpose, and the rating of its address. */
export function PeerHeader(props: { readonly title: string; readonly peer: Peer; readonly children?: ReactNode }) {
  const { host, origin } = props.peer
  const { messages } = useWords()
  return (
    <div className="who">
      <Tile peer={props.peer} />
      <div className="grow">
        <Title>{props.title}</Title>
        {props.children}
        <p className="row wraps" data-testid="claim" data-origin={origin}>
          <span>
            {host === undefined ? (
              messages.claimsNothing
            ) : (
              <InterpolatedText text={messages.claims} host={<UntrustedText>{host}</UntrustedText>} />
            )}
          </span>
          <OriginBadge origin={origin} />
        </p>
      </div>
    </div>
  )
}
