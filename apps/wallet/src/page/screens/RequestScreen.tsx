import type { Send } from '../App.tsx'
import type { Screen } from '../walletState.ts'
import { nameChain } from '../words.ts'
import { Icon } from './Icon.tsx'
import { MessageText } from './MessageText.tsx'
import { AddressText, Fact, PeerClaim, Tile, Title } from './parts.tsx'

/** A text to sign, in full, and who wants it. */
export function RequestScreen(props: {
  readonly screen: Extract<Screen, { status: 'request' | 'signing' | 'refusing' }>
  readonly waitingCount: number
  readonly send: Send
}) {
  const { screen, send } = props
  const { request } = screen
  const isOpen = screen.status === 'request'
  return (
    <section className="card question" aria-busy={!isOpen}>
      <div className="who">
        <Tile peer={request.peer} />
        <div className="grow">
          <Title>{request.signIn.status === 'matching' ? 'Sign in with this text?' : 'Sign this text?'}</Title>
          <p>
            For <strong className="name">{request.peer.name}</strong>
          </p>
          <PeerClaim peer={request.peer} />
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
        <Fact name="Signed with">
          <AddressText address={request.address} />
        </Fact>
        <Fact name="For the chain">{nameChain(request.chainId)}</Fact>
      </dl>
      {props.waitingCount > 0 && (
        <p className="quiet centered">
          {props.waitingCount === 1 ? 'One more request waits.' : `${props.waitingCount} more requests wait.`}
        </p>
      )}
      <div className="actions">
        <button type="button" className="button" disabled={!isOpen} onClick={() => send({ type: 'refuseChosen' })}>
          {screen.status === 'refusing' ? 'Refusing …' : 'Refuse'}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isOpen || !screen.isArmed}
          onClick={() => send({ type: 'signChosen' })}
        >
          {screen.status === 'signing' ? 'Signing …' : 'Sign'}
        </button>
      </div>
    </section>
  )
}
