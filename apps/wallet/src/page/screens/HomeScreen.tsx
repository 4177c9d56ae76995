import type { SubmitEvent } from 'react'
import type { Send } from '../flow/send.ts'
import type { Screen, WalletState } from '../flow/walletState.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { count, describeFailure, useWords } from '../words/words.ts'
import { AccountList } from './AccountList.tsx'
import { SessionList } from './SessionList.tsx'

type HomeState = Extract<Screen, { status: 'home' }>

/** The ways to connect, the accounts, and the apps that are connected. */
export function HomeScreen(props: { readonly state: WalletState; readonly screen: HomeState; readonly send: Send }) {
  const { state, screen, send } = props
  const words = useWords()
  return (
    <>
      {state.waiting.length > 0 && (
        <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
          {count(words, words.messages.reviewWaiting, state.waiting.length)}
        </button>
      )}
      <ConnectCard screen={screen} send={send} />
      <AccountList accounts={state.accounts} send={send} />
      <SessionList state={state} send={send} />
      <button type="button" className="button plain" onClick={() => send({ type: 'resetChosen' })}>
        {words.messages.resetAccounts}
      </button>
    </>
  )
}

function ConnectCard({ screen, send }: { readonly screen: HomeState; readonly send: Send }) {
  const words = useWords()
  const { messages } = words
  const failure = screen.failure === undefined ? undefined : describeFailure(words, screen.failure)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('link')
    send({ type: 'linkGiven', text: typeof text === 'string' ? text : '' })
  }
  return (
    <section className="card">
      <Title>{messages.connectTitle}</Title>
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
        <Icon name="scan" /> {messages.scanCode}
      </button>
      <form className="field" onSubmit={submit}>
        <label htmlFor="link">{messages.pasteLabel}</label>
        <div className="row">
          <input
            id="link"
            name="link"
            type="text"
            dir="ltr"
            placeholder="wc:…"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={failure === undefined ? undefined : 'failure'}
            aria-invalid={screen.failure?.code === 'invalid_pairing_uri' || undefined}
          />
          <button type="submit" className="button">
            {messages.connect}
          </button>
        </div>
      </form>
    </section>
  )
}
