import type { Send } from '../App.tsx'
import type { Screen } from '../walletState.ts'
import { formatTime, nameChain, nameMethods } from '../words.ts'
import { Icon } from './Icon.tsx'
import { MessageText } from './MessageText.tsx'
import { AddressText, Fact, PeerClaim, Tile, Title } from './parts.tsx'

/** Who asks to connect and to sign in at once, for what, and the text that is signed with it. */
export function SignInScreen(props: {
  readonly screen: Extract<Screen, { status: 'signIn' | 'signingIn' | 'declining' }>
  readonly send: Send
}) {
  const { screen, send } = props
  const { request, chains, methods } = screen.question
  const { peer } = request
  const isOpen = screen.status === 'signIn'
  return (
    <section className="card question" aria-busy={!isOpen}>
      <div className="who">
        <Tile peer={peer} />
        <div className="grow">
          <Title>{`Connect to ${peer.name} and sign in?`}</Title>
          <PeerClaim peer={peer} />
        </div>
      </div>
      <MessageText request={request} />
      {request.signIn.status === 'matching' && (
        <p className="notice good">
          <Icon name="check" />
          <span>
            The text names <strong className="host">{request.signIn.domain}</strong>, the address this app gives as its
            own.
          </span>
        </p>
      )}
      <dl className="facts">
        <Fact name="It will see this account, which signs">
          <AddressText address={request.address} />
        </Fact>
        <Fact name={chains.length === 1 ? 'On the chain' : 'On the chains'}>
          <ul className="chips">
            {chains.map((chain) => (
              <li key={chain}>{nameChain(chain)}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="It may ask you to">
          {methods.length === 0
            ? 'nothing: it can only look at the address'
            : `${nameMethods(methods).join(', ')} – you decide each time`}
        </Fact>
      </dl>
      {request.expiresAt !== undefined && (
        <p className="quiet centered">This question lapses at {formatTime(request.expiresAt)}.</p>
      )}
      <div className="actions">
        <button type="button" className="button" disabled={!isOpen} onClick={() => send({ type: 'refuseChosen' })}>
          {screen.status === 'declining' ? 'Rejecting …' : 'Reject'}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isOpen || !screen.isArmed}
          onClick={() => send({ type: 'signChosen' })}
        >
          {screen.status === 'signingIn' ? 'Signing in …' : 'Connect and sign in'}
        </button>
      </div>
    </section>
  )
}
