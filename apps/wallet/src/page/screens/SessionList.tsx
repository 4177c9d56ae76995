import { isSeenBy, type WalletAccount } from '../accounts/account.ts'
import type { ConnectedSession, WalletState } from '../flow/walletState.ts'
import { Button } from '../parts/controls.tsx'
import { Tile } from '../parts/PeerHeader.tsx'
import { readPeer } from '../requests/peer.ts'
import { fill, formatList, formatTime, nameAccount, networks, useWords } from '../words/words.ts'

/** The connected apps: name, start, visible addresses, and a button to disconnect. */
export function SessionList({ state }: { readonly state: WalletState }) {
  const { messages } = useWords()
  return (
    <section className="card column" aria-labelledby="apps">
      <div className="row spread">
        <h2 id="apps">{messages.connectedApps}</h2>
        {state.sessions.length > 1 && <Button sends="disconnectAllChosen" kind="small" text={messages.disconnectAll} />}
      </div>
      {state.sessions.length === 0 ? (
        <p className="quiet">{messages.noApps}</p>
      ) : (
        <ul>
          {state.sessions.map((session) => (
            <SessionRow key={session.topic} session={session} state={state} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionRow({ session, state }: { readonly session: ConnectedSession; readonly state: WalletState }) {
  const { connectedAt } = session
  const words = useWords()
  const { messages } = words
  const peer = readPeer(session.peer.metadata)
  const until = fill(messages.until, { time: formatTime(words, 'day', session.expiresAt) })
  const since =
    connectedAt === undefined ? [] : [fill(messages.since, { time: formatTime(words, 'moment', connectedAt) })]
  const accounts = state.accounts
    .filter((account) => isSeenBy(account, session))
    .map((account) => `${nameAccount(words, account)} (${formatList(words, seenNetworks(account, session))})`)
  return (
    <li className="entry row wraps">
      <Tile peer={peer} />
      <div className="grow">
        <strong>{peer.name}</strong>
        <p className="quiet">
          <bdi>{peer.host ?? messages.noAddress}</bdi>
        </p>
        <p className="quiet">{[...since, until].join(' · ')}</p>
        {accounts.length > 0 && (
          <p className="quiet">{fill(messages.sees, { accounts: formatList(words, accounts) })}</p>
        )}
      </div>
      <Button
        sends={{ type: 'disconnectChosen', topic: session.topic }}
        kind="small"
        label={fill(messages.disconnectName, { name: peer.name })}
        text={messages.disconnect}
      />
    </li>
  )
}

function seenNetworks({ addresses }: WalletAccount, session: ConnectedSession): readonly string[] {
  return addresses
    .filter((address) => isSeenBy({ addresses: [address] }, session))
    .map(({ namespace }) => networks[namespace])
}
