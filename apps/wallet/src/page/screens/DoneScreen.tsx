import type { Send } from '../flow/send.ts'
import type { Outcome, WalletState } from '../flow/walletState.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { count, fill, nameMissing, useWords, type Words } from '../words/words.ts'

/** How it ended. */
export function DoneScreen(props: { readonly outcome: Outcome; readonly state: WalletState; readonly send: Send }) {
  const { outcome, state, send } = props
  const words = useWords()
  const { messages } = words
  const { title, text, isGood } = describe(words, outcome)
  const waiting = state.waiting.length
  const topic = 'topic' in outcome ? outcome.topic : undefined
  const isConnected = topic !== undefined && state.sessions.some((session) => session.topic === topic)
  return (
    <section className="card centered">
      <span className={isGood ? 'emblem good' : 'emblem'}>
        <Icon name={isGood ? 'check' : 'cross'} />
      </span>
      <Title>{title}</Title>
      <p>{text}</p>
      <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
        {waiting === 0 ? messages.done : count(words, messages.nextRequest, waiting)}
      </button>
      {isConnected && topic !== undefined && (
        <button
          type="button"
          className="button plain"
          onClick={() => {
            send({ type: 'disconnectChosen', topic })
            send({ type: 'dismissed' })
          }}
        >
          {fill(messages.disconnectName, { name: outcome.peer.name })}
        </button>
      )}
    </section>
  )
}

type Ending = { readonly title: string; readonly text: string; readonly isGood: boolean }

function describe(words: Words, outcome: Outcome): Ending {
  const { messages } = words
  const { name } = outcome.peer
  const ending = (title: string, text: string, isGood: boolean): Ending => ({
    title,
    text: fill(text, { name }),
    isGood,
  })
  switch (outcome.name) {
    case 'approved':
      return ending(messages.approvedTitle, messages.approvedText, true)
    case 'signedIn':
      return ending(messages.signedInTitle, messages.signedInText, true)
    case 'signed':
      return ending(messages.signedTitle, messages.signedText, true)
    case 'rejected':
      return ending(messages.rejectedTitle, messages.rejectedText, false)
    case 'refused':
      return ending(messages.refusedTitle, messages.refusedText, false)
    case 'unsupported':
      return {
        title: fill(messages.unsupportedTitle, { name }),
        text:
          outcome.missing.length === 0
            ? messages.unsupportedNothing
            : fill(messages.unsupportedThese, { missing: nameMissing(words, outcome.missing) }),
        isGood: false,
      }
  }
}
