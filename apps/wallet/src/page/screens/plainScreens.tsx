import type { ReactNode } from 'react'
import { isSeenBy, type WalletAccount } from '../accounts/account.ts'
import type { ConnectedSession, Failure, WalletEvent } from '../flow/walletState.ts'
import { Button, Emblem } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { readPeer } from '../requests/peer.ts'
import { describeFailure, fill, listed, nameAccount, useWords } from '../words/words.ts'

/** Asks before something is done that cannot be undone. */
function Confirm(props: {
  readonly title: string
  readonly isBusy: boolean
  readonly no: string
  /** Before it is chosen, and while it is done. */
  readonly yes: readonly [string, string]
  readonly sends: WalletEvent
  readonly children: ReactNode
}) {
  const { isBusy, yes } = props
  return (
    <section className="card centered" aria-busy={isBusy}>
      <Emblem icon="warning" kind="bad" />
      <Title>{props.title}</Title>
      {props.children}
      <div className="actions">
        <Button sends={{ type: 'dismissed' }} isOff={isBusy}>
          {props.no}
        </Button>
        <Button sends={props.sends} kind="danger" isOff={isBusy}>
          {isBusy ? yes[1] : yes[0]}
        </Button>
      </div>
    </section>
  )
}

/** Asks before an account is removed, and says what goes with it. */
export function RemoveScreen(props: {
  readonly account: WalletAccount
  readonly sessions: readonly ConnectedSession[]
  readonly isBusy: boolean
}) {
  const { account, sessions, isBusy } = props
  const words = useWords()
  const { messages } = words
  const apps = sessions.filter((session) => isSeenBy(account, session)).map(({ peer }) => readPeer(peer.metadata).name)
  return (
    <Confirm
      title={fill(messages.removeTitle, { account: nameAccount(words, account) })}
      isBusy={isBusy}
      no={messages.cancel}
      yes={[messages.remove, messages.removing]}
      sends={{ type: 'removeConfirmed' }}
    >
      <p>{messages.removeText}</p>
      {apps.length > 0 && <p>{fill(messages.removeApps, { apps: listed(words, [...new Set(apps)]) })}</p>}
    </Confirm>
  )
}

/** Asks before the accounts are thrown away. */
export function ResetScreen({ isBusy, hasApps }: { readonly isBusy: boolean; readonly hasApps: boolean }) {
  const { messages } = useWords()
  return (
    <Confirm
      title={messages.resetTitle}
      isBusy={isBusy}
      no={messages.keep}
      yes={[messages.reset, messages.resetting]}
      sends={{ type: 'resetConfirmed' }}
    >
      <p>
        {messages.resetText} {hasApps && messages.resetApps}
      </p>
    </Confirm>
  )
}

/** What went wrong and what to do. Without an account, all there is to do is to make a new one. */
export function FailedScreen({ failure, hasAccount }: { readonly failure: Failure; readonly hasAccount: boolean }) {
  const words = useWords()
  const { title, text } = describeFailure(words, failure)
  return (
    <section className="card centered" data-code={failure.code}>
      <Emblem icon="warning" kind="bad" />
      <Title>{title}</Title>
      <p role="alert">{text}</p>
      <Button sends={{ type: hasAccount ? 'dismissed' : 'resetChosen' }} kind="primary wide">
        {hasAccount ? words.messages.ok : words.messages.resetAccounts}
      </Button>
    </section>
  )
}

/** Another tab has taken over. */
export function ElsewhereScreen() {
  const { messages } = useWords()
  return (
    <section className="card centered">
      <Title>{messages.elsewhereTitle}</Title>
      <p>{messages.elsewhereText}</p>
      <a className="button primary wide" href="/">
        {messages.useHere}
      </a>
    </section>
  )
}

/** The server did not say where the relay is. */
export function UnavailableScreen() {
  const { messages } = useWords()
  return (
    <section className="card centered" data-code="config_unavailable">
      <Emblem icon="warning" kind="bad" />
      <Title>{messages.unavailableTitle}</Title>
      <p role="alert">{messages.unavailableText}</p>
      <a className="button primary wide" href="/">
        {messages.tryAgain}
      </a>
    </section>
  )
}
