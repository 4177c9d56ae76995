import type { Failure, ScreenProps } from '../flow/walletState.ts'
import { Button, Notice, TextForm } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { count, describeFailure, useWords } from '../words/words.ts'
import { AccountList } from './AccountList.tsx'
import { SessionList } from './SessionList.tsx'

/** The ways to connect, the accounts, and the connected apps. */
export function HomeScreen({ state, screen }: ScreenProps<'home'>) {
  const words = useWords()
  return (
    <>
      {state.waiting.length > 0 && (
        <Button
          sends="dismissed"
          kind="primary wide"
          text={count(words, words.messages.reviewWaiting, state.waiting.length)}
        />
      )}
      <ConnectCard failure={screen.failure} />
      <AccountList accounts={state.accounts} />
      <SessionList state={state} />
      <Button sends="resetChosen" kind="plain" text={words.messages.resetAccounts} />
    </>
  )
}

function ConnectCard({ failure }: { readonly failure: Failure | undefined }) {
  const words = useWords()
  const { messages } = words
  const told = failure && describeFailure(words, failure)
  return (
    <section className="card column">
      <Title>{messages.connectTitle}</Title>
      {told && (
        <Notice kind="bad" id="failure">
          <strong>{told.title}</strong>
          <p>{told.text}</p>
        </Notice>
      )}
      <Button sends="scanChosen" kind="primary wide" icon="scan" text={messages.scanCode} />
      <TextForm sends="linkGiven" className="field column tight">
        <label className="quiet" htmlFor="link">
          {messages.pasteLabel}
        </label>
        <div className="row wraps">
          <input
            id="link"
            name="text"
            type="text"
            dir="ltr"
            placeholder="wc:…"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={failure && 'failure'}
            aria-invalid={failure?.code === 'invalid_pairing_uri' || undefined}
          />
          <button type="submit" className="button">
            {messages.connect}
          </button>
        </div>
      </TextForm>
    </section>
  )
}
