import type { Session } from '@hawser/sign'
import { isSeenBy, type WalletAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { readPeer } from '../requests/peer.ts'
import { fill, listed, nameAccount, useWords } from '../words/words.ts'

/** Asks before an account is removed, and says what goes with it. */
export function RemoveScreen(props: {
  readonly account: WalletAccount
  readonly sessions: readonly Session[]
  readonly isBusy: boolean
  readonly send: Send
}) {
  const { account, sessions, isBusy, send } = props
  const words = useWords()
  const { messages } = words
  const apps = sessions.filter((session) => isSeenBy(account, session)).map(({ peer }) => readPeer(peer.metadata).name)
  return (
    <section className="card centered" aria-busy={isBusy}>
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>{fill(messages.removeTitle, { account: nameAccount(words, account) })}</Title>
      <p>{messages.removeText}</p>
      {apps.length > 0 && <p>{fill(messages.removeApps, { apps: listed(words, [...new Set(apps)]) })}</p>}
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => send({ type: 'dismissed' })}>
          {messages.cancel}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={() => send({ type: 'removeConfirmed' })}
        >
          {isBusy ? messages.removing : messages.remove}
        </button>
      </div>
    </section>
  )
}
