import type { Send } from '../App.tsx'
import { readPeer } from '../peer.ts'
import type { Screen } from '../walletState.ts'
import { formatTime, nameChain, nameMethods } from '../words.ts'
import { AddressText, Fact, PeerClaim, Tile, Title } from './parts.tsx'

/** Who asks to connect, and for what. */
export function ProposalScreen(props: {
  readonly screen: Extract<Screen, { status: 'proposal' | 'approving' | 'rejecting' }>
  readonly address: string | undefined
  readonly send: Send
}) {
  const { screen, address, send } = props
  const { proposal, grant } = screen
  const peer = readPeer(proposal.proposer.metadata)
  const isOpen = screen.status === 'proposal'
  return (
    <section className="card question" aria-busy={!isOpen}>
      <div className="who">
        <Tile peer={peer} />
        <div className="grow">
          <Title>{`Connect to ${peer.name}?`}</Title>
          <PeerClaim peer={peer} />
        </div>
      </div>
      <dl className="facts">
        <Fact name="It will see this account">{address !== undefined && <AddressText address={address} />}</Fact>
        <Fact name={grant.chains.length === 1 ? 'On the chain' : 'On the chains'}>
          <ul className="chips">
            {grant.chains.map((chain) => (
              <li key={chain}>{nameChain(chain)}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="It may ask you to">
          {grant.methods.length === 0
            ? 'nothing: it can only look at the address'
            : `${nameMethods(grant.methods).join(', ')} – you decide each time`}
        </Fact>
        {grant.withheld.length > 0 && (
          <Fact name="It will not get">
            the right to {nameMethods(grant.withheld).join(', ')}. It asked, but this wallet does not do that.
          </Fact>
        )}
        <Fact name="Until">you disconnect, or seven days from now</Fact>
      </dl>
      <p className="quiet centered">This question lapses at {formatTime(proposal.expiresAt)}.</p>
      <div className="actions">
        <button type="button" className="button" disabled={!isOpen} onClick={() => send({ type: 'rejectChosen' })}>
          {screen.status === 'rejecting' ? 'Rejecting …' : 'Reject'}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isOpen || !screen.isArmed}
          onClick={() => send({ type: 'approveChosen' })}
        >
          {screen.status === 'approving' ? 'Connecting …' : 'Approve'}
        </button>
      </div>
    </section>
  )
}
