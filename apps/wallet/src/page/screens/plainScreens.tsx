import type { Send } from '../flow/send.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { useWords } from '../words/words.ts'

/** Asks before the accounts are thrown away. */
export function ResetScreen(props: { readonly isBusy: boolean; readonly sessionCount: number; readonly send: Send }) {
  const { isBusy, sessionCount, send } = props
  const { messages } = useWords()
  return (
    <section className="card centered" aria-busy={isBusy}>
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>{messages.resetTitle}</Title>
      <p>
        {messages.resetText} {sessionCount > 0 && messages.resetApps}
      </p>
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => send({ type: 'dismissed' })}>
          {messages.keep}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={() => send({ type: 'resetConfirmed' })}
        >
          {isBusy ? messages.resetting : messages.reset}
        </button>
      </div>
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
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>{messages.unavailableTitle}</Title>
      <p role="alert">{messages.unavailableText}</p>
      <a className="button primary wide" href="/">
        {messages.tryAgain}
      </a>
    </section>
  )
}
