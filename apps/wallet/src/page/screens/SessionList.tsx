import type { Session } from '@hawser/sign'
import { isSeenBy, type WalletAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import type { WalletState } from '../flow/walletState.ts'
import { Tile } from '../parts/Asker.tsx'
import { readPeer } from '../requests/peer.ts'
import { fill, formatDay, formatMoment, listed, nameAccount, nameNetwork, useWords } from '../words/words.ts'

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
  const accounts = state.accounts
    .filter((account) => isSeenBy(account, session))
    .map((account) => `${nameAccount(words, account)} (${listed(words, seenNetworks(account, session))})`)
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

function seenNetworks({ addresses }: WalletAccount, session: Session): readonly string[] {
  return addresses
    .filter((address) => isSeenBy({ addresses: [address] }, session))
    .map(({ namespace }) => nameNetwork(namespace))
}
