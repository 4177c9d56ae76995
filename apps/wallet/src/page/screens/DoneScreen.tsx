import type { Outcome, ScreenProps } from '../flow/walletState.ts'
import { Button, ScreenIcon } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { count, fill, nameRequested, useWords, type Words } from '../words/words.ts'

/** The outcome of a question. */
export function DoneScreen({ state, screen: { outcome } }: ScreenProps<'done'>) {
  const words = useWords()
  const { messages } = words
  const { name } = outcome.peer
  const isGood = outcome.name === 'approved' || outcome.name === 'signedIn' || outcome.name === 'signed'
  const waiting = state.waiting.length
  const topic = 'topic' in outcome ? outcome.topic : undefined
  const isConnected = topic !== undefined && state.sessions.some((session) => session.topic === topic)
  return (
    <section className="card column centered">
      {isGood ? <ScreenIcon icon="check" kind="good" /> : <ScreenIcon icon="cross" />}
      <Title>{fill(messages[`${outcome.name}Title`], { name })}</Title>
      <p>{fill(textOf(words, outcome), { name })}</p>
      <Button
        sends="dismissed"
        kind="primary wide"
        text={waiting === 0 ? messages.done : count(words, messages.nextRequest, waiting)}
      />
      {isConnected && topic !== undefined && (
        <Button
          sends={[{ type: 'disconnectChosen', topic }, 'dismissed']}
          kind="plain"
          text={fill(messages.disconnectName, { name })}
        />
      )}
    </section>
  )
}

function textOf(words: Words, outcome: Outcome): string {
  const { messages } = words
  if (outcome.name !== 'unsupported') return messages[`${outcome.name}Text`]
  return outcome.missing.length === 0
    ? messages.unsupportedNothing
    : fill(messages.unsupportedThese, { missing: nameRequested(words, outcome.missing) })
}
