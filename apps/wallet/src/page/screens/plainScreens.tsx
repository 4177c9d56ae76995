import type { Send } from '../App.tsx'
import { Icon } from './Icon.tsx'
import { Title } from './parts.tsx'

/** Asks before the account is thrown away. */
export function ResetScreen(props: { readonly isBusy: boolean; readonly sessionCount: number; readonly send: Send }) {
  const { isBusy, sessionCount, send } = props
  return (
    <section className="card centered" aria-busy={isBusy}>
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>Reset the test account?</Title>
      <p>
        A new account takes its place. The old one cannot be brought back
        {sessionCount > 0 && ', and every connected app is disconnected'}.
      </p>
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => send({ type: 'dismissed' })}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={() => send({ type: 'resetConfirmed' })}
        >
          {isBusy ? 'Resetting …' : 'Reset'}
        </button>
      </div>
    </section>
  )
}

/** Another tab has taken over. */
export function ElsewhereScreen() {
  return (
    <section className="card centered">
      <Title>The wallet is open in another tab</Title>
      <p>It can answer from one tab only.</p>
      <a className="button primary wide" href="/">
        Use it here
      </a>
    </section>
  )
}

/** The server did not say where the relay is. */
export function UnavailableScreen() {
  return (
    <section className="card centered" data-code="config_unavailable">
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>The wallet cannot start</Title>
      <p role="alert">Its server did not answer. Nothing is lost.</p>
      <a className="button primary wide" href="/">
        Try again
      </a>
    </section>
  )
}
