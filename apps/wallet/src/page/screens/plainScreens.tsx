import type { ReactNode } from 'react'
import { accountOf, isSeenBy } from '../accounts/account.ts'
import type { Press, ScreenProps } from '../flow/walletState.ts'
import { Button, ScreenIcon } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { readPeer } from '../requests/peer.ts'
import { describeFailure, fill, formatList, nameAccount, useWords } from '../words/words.ts'

/** A screen while an operation runs. */
function Waiting({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className="card column centered" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <Title>{title}</Title>
      {children}
    </section>
  )
}

/** Shown while the accounts and sessions load. */
export function StartingScreen() {
  return <Waiting title={useWords().messages.opening} />
}

/** Shown until the app sends its request. The person can cancel the wait. */
export function PairingScreen() {
  const { messages } = useWords()
  return (
    <Waiting title={messages.waitingForApp}>
      <Button sends="dismissed" text={messages.cancel} />
    </Waiting>
  )
}

/** Asks before an action that cannot be undone. */
function Confirm(props: {
  readonly title: string
  readonly isBusy: boolean
  readonly no: string
  /** The label before the action is chosen, and while it runs. */
  readonly yes: readonly [string, string]
  readonly sends: Press
  readonly children: ReactNode
}) {
  const { isBusy, yes } = props
  return (
    <section className="card column centered" aria-busy={isBusy}>
      <ScreenIcon icon="warning" kind="bad" />
      <Title>{props.title}</Title>
      {props.children}
      <div className="actions">
        <Button sends="dismissed" isOff={isBusy} text={props.no} />
        <Button sends={props.sends} kind="danger" isOff={isBusy} text={isBusy ? yes[1] : yes[0]} />
      </div>
    </section>
  )
}

/** Asks before an account is removed, and lists what is lost with it. */
export function RemoveScreen({ state: { accounts, sessions }, screen: { address, isBusy } }: ScreenProps<'remove'>) {
  const words = useWords()
  const { messages } = words
  const account = accountOf(accounts, address)
  if (account === undefined) return null
  const apps = sessions.filter((session) => isSeenBy(account, session)).map(({ peer }) => readPeer(peer.metadata).name)
  return (
    <Confirm
      title={fill(messages.removeTitle, { account: nameAccount(words, account) })}
      isBusy={isBusy}
      no={messages.cancel}
      yes={[messages.remove, messages.removing]}
      sends="removeConfirmed"
    >
      <p>{messages.removeText}</p>
      {apps.length > 0 && <p>{fill(messages.removeApps, { apps: formatList(words, [...new Set(apps)]) })}</p>}
    </Confirm>
  )
}

/** Asks before all accounts are replaced. */
export function ResetScreen({ state: { sessions }, screen: { isBusy } }: ScreenProps<'reset'>) {
  const { messages } = useWords()
  return (
    <Confirm
      title={messages.resetTitle}
      isBusy={isBusy}
      no={messages.keep}
      yes={[messages.reset, messages.resetting]}
      sends="resetConfirmed"
    >
      <p>
        {messages.resetText} {sessions.length > 0 && messages.resetApps}
      </p>
    </Confirm>
  )
}

/** Shows the failure and the remedy. Without an account, the only remedy is a new one. */
export function FailedScreen({ state: { accounts }, screen: { failure } }: ScreenProps<'failed'>) {
  const hasAccount = accounts.length > 0
  const words = useWords()
  const { title, text } = describeFailure(words, failure)
  return (
    <section className="card column centered" data-code={failure.code}>
      <ScreenIcon icon="warning" kind="bad" />
      <Title>{title}</Title>
      <p role="alert">{text}</p>
      <Button
        sends={hasAccount ? 'dismissed' : 'resetChosen'}
        kind="primary wide"
        text={hasAccount ? words.messages.ok : words.messages.resetAccounts}
      />
    </section>
  )
}

/** Another tab has taken over the wallet. */
export function ElsewhereScreen() {
  const { messages } = useWords()
  return (
    <section className="card column centered">
      <Title>{messages.elsewhereTitle}</Title>
      <p>{messages.elsewhereText}</p>
      <a className="button primary wide" href="/">
        {messages.useHere}
      </a>
    </section>
  )
}

/** The server did not provide the relay's address. */
export function UnavailableScreen() {
  const { messages } = useWords()
  return (
    <section className="card column centered" data-code="config_unavailable">
      <ScreenIcon icon="warning" kind="bad" />
      <Title>{messages.unavailableTitle}</Title>
      <p role="alert">{messages.unavailableText}</p>
      <a className="button primary wide" href="/">
        {messages.tryAgain}
      </a>
    </section>
  )
}
