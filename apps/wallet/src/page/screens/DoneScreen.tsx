import type { Outcome, WalletState } from '../flow/walletState.ts'
import { Button, Emblem } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { count, fill, nameMissing, useWords, type Words } from '../words/words.ts'

/** How it ended. */
export function DoneScreen({ outcome, state }: { readonly outcome: Outcome; readonly state: WalletState }) {
  const words = useWords()
  const { messages } = words
  const { title, text, isGood } = describe(words, outcome)
  const waiting = state.waiting.length
  const topic = 'topic' in outcome ? outcome.topic : undefined
  const isConnected = topic !== undefined && state.sessions.some((session) => session.topic === topic)
  return (
    <section className="card centered">
      {isGood ? <Emblem icon="check" kind="good" /> : <Emblem icon="cross" />}
      <Title>{title}</Title>
      <p>{text}</p>
      <Button sends={{ type: 'dismissed' }} kind="primary wide">
        {waiting === 0 ? messages.done : count(words, messages.nextRequest, waiting)}
      </Button>
      {isConnected && topic !== undefined && (
        <Button sends={[{ type: 'disconnectChosen', topic }, { type: 'dismissed' }]} kind="plain">
          {fill(messages.disconnectName, { name: outcome.peer.name })}
        </Button>
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
