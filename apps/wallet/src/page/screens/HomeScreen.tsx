import type { Session } from '@hawser/sign'
import type { SubmitEvent } from 'react'
import type { Send } from '../App.tsx'
import { readPeer } from '../peer.ts'
import type { Screen, WalletState } from '../walletState.ts'
import { describeFailure, formatDay } from '../words.ts'
import { Icon } from './Icon.tsx'
import { AddressText, Tile, Title } from './parts.tsx'

type HomeState = Extract<Screen, { status: 'home' }>

/** The account, the ways to connect, and the apps that are connected. */
export function HomeScreen(props: { readonly state: WalletState; readonly screen: HomeState; readonly send: Send }) {
  const { state, screen, send } = props
  return (
    <>
      {state.waiting.length > 0 && (
        <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
          {state.waiting.length === 1
            ? 'Review the waiting request'
            : `Review ${state.waiting.length} waiting requests`}
        </button>
      )}
      <ConnectCard screen={screen} send={send} />
      <AccountCard address={state.address} copied={screen.copied} send={send} />
      <section className="card" aria-labelledby="apps">
        <h2 id="apps">Connected apps</h2>
        {state.sessions.length === 0 ? (
          <p className="quiet">None. An app appears here while it is connected.</p>
        ) : (
          <ul className="sessions">
            {state.sessions.map((session) => (
              <SessionRow key={session.topic} session={session} send={send} />
            ))}
          </ul>
        )}
      </section>
      <button type="button" className="button plain" onClick={() => send({ type: 'resetChosen' })}>
        Reset the test account
      </button>
    </>
  )
}

function ConnectCard({ screen, send }: { readonly screen: HomeState; readonly send: Send }) {
  const failure = screen.failure === undefined ? undefined : describeFailure(screen.failure)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('link')
    send({ type: 'linkGiven', text: typeof text === 'string' ? text : '' })
  }
  return (
    <section className="card">
      <Title>Connect to an app</Title>
      {failure !== undefined && (
        <div className="notice bad" role="alert" id="failure">
          <Icon name="warning" />
          <div>
            <strong>{failure.title}</strong>
            <p>{failure.text}</p>
          </div>
        </div>
      )}
      <button type="button" className="button primary wide" onClick={() => send({ type: 'scanChosen' })}>
        <Icon name="scan" /> Scan code
      </button>
      <form className="paste" onSubmit={submit}>
        <label htmlFor="link">Or paste the link the app shows</label>
        <div className="row">
          <input
            id="link"
            name="link"
            type="text"
            placeholder="wc:…"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={failure === undefined ? undefined : 'failure'}
            aria-invalid={screen.failure?.code === 'invalid_pairing_uri' || undefined}
          />
          <button type="submit" className="button">
            Connect
          </button>
        </div>
      </form>
    </section>
  )
}

function AccountCard(props: {
  readonly address: string | undefined
  readonly copied: HomeState['copied']
  readonly send: Send
}) {
  return (
    <section className="card" aria-labelledby="account">
      <div className="row spread">
        <h2 id="account">Test account</h2>
        <button type="button" className="button small" onClick={() => props.send({ type: 'copyChosen' })}>
          <Icon name={props.copied === 'copied' ? 'check' : 'copy'} /> Copy address
        </button>
      </div>
      <p>{props.address !== undefined && <AddressText address={props.address} />}</p>
      <p className="quiet status" role="status">
        {props.copied === 'copied' && 'Address copied.'}
        {props.copied === 'failed' && 'Copying is not allowed here. Select the address and copy it by hand.'}
      </p>
    </section>
  )
}

function SessionRow({ session, send }: { readonly session: Session; readonly send: Send }) {
  const peer = readPeer(session.peer.metadata)
  return (
    <li className="session">
      <Tile peer={peer} />
      <div className="grow">
        <strong className="name">{peer.name}</strong>
        <p className="quiet">
          {peer.host ?? 'no web address'} · until {formatDay(session.expiresAt)}
        </p>
      </div>
      <button
        type="button"
        className="button small"
        aria-label={`Disconnect ${peer.name}`}
        onClick={() => send({ type: 'disconnectChosen', topic: session.topic })}
      >
        Disconnect
      </button>
    </li>
  )
}
