import type { Session } from '@hawser/sign'
import { parseAccountId } from '@hawser/wire'
import type { Send } from '../App.tsx'
import { readPeer } from '../peer.ts'
import type { WalletState } from '../walletState.ts'
import { fill, formatDay, formatMoment, listed, nameAccount, useWords } from '../words.ts'
import { Tile } from './parts.tsx'

/** The apps that are connected: which, since when, what they see, and how to end it. */
export function SessionList({ state, send }: { readonly state: WalletState; readonly send: Send }) {
  const { messages } = useWords()
  return (
    <section className="card" aria-labelledby="apps">
      <div className="row spread">
        <h2 id="apps">{messages.connectedApps}</h2>
        {state.sessions.length > 1 && (
          <button type="button" className="button small" onClick={() => send({ type: 'disconnectAllChosen' })}>
            {messages.disconnectAll}
          </button>
        )}
      </div>
      {state.sessions.length === 0 ? (
        <p className="quiet">{messages.noApps}</p>
      ) : (
        <ul className="list">
          {state.sessions.map((session) => (
            <SessionRow key={session.topic} session={session} state={state} send={send} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionRow(props: { readonly session: Session; readonly state: WalletState; readonly send: Send }) {
  const { session, state, send } = props
  const words = useWords()
  const { messages } = words
  const peer = readPeer(session.peer.metadata)
  const connectedAt = state.connectedAt[session.topic]
  const until = fill(messages.until, { time: formatDay(words, session.expiresAt) })
  const since = connectedAt === undefined ? [] : [fill(messages.since, { time: formatMoment(words, connectedAt) })]
  const seen = sharedAddresses(session)
  const accounts = state.accounts.flatMap(({ address }, index) =>
    seen.has(address) ? [nameAccount(words, index + 1)] : [],
  )
  return (
    <li className="entry">
      <Tile peer={peer} />
      <div className="grow">
        <strong className="name">{peer.name}</strong>
        <p className="quiet">
          <bdi>{peer.host ?? messages.noAddress}</bdi>
        </p>
        <p className="quiet">{[...since, until].join(' · ')}</p>
        {accounts.length > 0 && <p className="quiet">{fill(messages.sees, { accounts: listed(words, accounts) })}</p>}
      </div>
      <button
        type="button"
        className="button small"
        aria-label={fill(messages.disconnectName, { name: peer.name })}
        onClick={() => send({ type: 'disconnectChosen', topic: session.topic })}
      >
        {messages.disconnect}
      </button>
    </li>
  )
}

function sharedAddresses(session: Session): ReadonlySet<string> {
  return new Set(
    Object.values(session.namespaces).flatMap(({ accounts }) => accounts.map((id) => parseAccountId(id).address)),
  )
}
