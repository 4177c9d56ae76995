import type { SubmitEvent } from 'react'
import type { SeedPhraseProblem } from '../../errors.ts'
import type { Send } from '../flow/send.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { fill, formFor, listed, useWords, type Words } from '../words/words.ts'

/** Takes a seed phrase, and says what is wrong with it. */
export function ImportScreen(props: {
  readonly problem: SeedPhraseProblem | undefined
  readonly isBusy: boolean
  readonly send: Send
}) {
  const { problem, isBusy, send } = props
  const words = useWords()
  const { messages } = words
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('phrase')
    send({ type: 'phraseGiven', text: typeof text === 'string' ? text : '' })
  }
  return (
    <form className="card" aria-busy={isBusy} onSubmit={submit}>
      <Title>{messages.importTitle}</Title>
      <p className="notice warn">
        <Icon name="warning" />
        <span>{messages.importText}</span>
      </p>
      <div className="field">
        <label htmlFor="phrase">{messages.importLabel}</label>
        <textarea
          id="phrase"
          name="phrase"
          rows={4}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={problem === undefined ? undefined : 'problem'}
          aria-invalid={problem !== undefined || undefined}
        />
      </div>
      {problem !== undefined && (
        <p className="notice bad" role="alert" id="problem">
          <Icon name="warning" />
          <span>{describeProblem(words, problem)}</span>
        </p>
      )}
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => send({ type: 'dismissed' })}>
          {messages.cancel}
        </button>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? messages.importing : messages.importButton}
        </button>
      </div>
    </form>
  )
}

function describeProblem(words: Words, problem: SeedPhraseProblem): string {
  const { messages, locale } = words
  const format = (number: number) => new Intl.NumberFormat(locale).format(number)
  switch (problem.problem) {
    case 'length':
      return problem.count === 0 ? messages.phraseEmpty : fill(messages.phraseLength, { count: format(problem.count) })
    case 'words': {
      const text = formFor(words, messages.phraseWords, problem.positions.length)
      return fill(text, { positions: listed(words, problem.positions.map(format)) })
    }
    case 'checksum':
      return messages.phraseChecksum
  }
}

/** The words an account comes from, since the person asked to see them. */
export function PhraseScreen({ words, send }: { readonly words: readonly string[]; readonly send: Send }) {
  const { messages } = useWords()
  return (
    <section className="card">
      <Title>{messages.phraseTitle}</Title>
      <p className="notice warn">
        <Icon name="warning" />
        <span>{messages.phraseText}</span>
      </p>
      <ol className="phrase" dir="ltr" lang="en" translate="no">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and its place is what counts
          <li key={index}>{word}</li>
        ))}
      </ol>
      <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
        {messages.done}
      </button>
    </section>
  )
}
