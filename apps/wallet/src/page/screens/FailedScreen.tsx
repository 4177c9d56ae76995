import type { Send } from '../flow/send.ts'
import type { Failure } from '../flow/walletState.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { describeFailure, useWords } from '../words/words.ts'

/** What went wrong and what to do. Without an account, all there is to do is to make a new one. */
export function FailedScreen(props: { readonly failure: Failure; readonly hasAccount: boolean; readonly send: Send }) {
  const words = useWords()
  const { title, text } = describeFailure(words, props.failure)
  return (
    <section className="card centered" data-code={props.failure.code}>
      <span className="emblem bad">
        <Icon name="warning" />
      </span>
      <Title>{title}</Title>
      <p role="alert">{text}</p>
      {props.hasAccount ? (
        <button type="button" className="button primary wide" onClick={() => props.send({ type: 'dismissed' })}>
          {words.messages.ok}
        </button>
      ) : (
        <button type="button" className="button primary wide" onClick={() => props.send({ type: 'resetChosen' })}>
          {words.messages.resetAccounts}
        </button>
      )}
    </section>
  )
}
