import type { SeedPhraseProblem } from '../../errors.ts'
import type { ScreenProps } from '../flow/walletState.ts'
import { Button, Notice, TextForm } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { fill, formatList, selectPlural, useWords, type Words } from '../words/words.ts'

/** A form for a seed phrase, with a message about what is wrong. */
export function ImportScreen({ screen: { problem, isBusy } }: ScreenProps<'import'>) {
  const words = useWords()
  const { messages } = words
  return (
    <TextForm sends="phraseGiven" className="card column">
      <Title>{messages.importTitle}</Title>
      <Notice kind="warn">{messages.importText}</Notice>
      <div className="field column tight">
        <label className="quiet" htmlFor="phrase">
          {messages.importLabel}
        </label>
        <textarea
          id="phrase"
          name="text"
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
        <Notice kind="bad" id="problem">
          {describeProblem(words, problem)}
        </Notice>
      )}
      <div className="actions">
        <Button sends="dismissed" isOff={isBusy} text={messages.cancel} />
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? messages.importing : messages.importButton}
        </button>
      </div>
    </TextForm>
  )
}

function describeProblem(words: Words, problem: SeedPhraseProblem): string {
  const { messages, locale } = words
  const format = (number: number) => new Intl.NumberFormat(locale).format(number)
  switch (problem.problem) {
    case 'length':
      return problem.count === 0 ? messages.phraseEmpty : fill(messages.phraseLength, { count: format(problem.count) })
    case 'words': {
      const text = selectPlural(words, messages.phraseWords, problem.positions.length)
      return fill(text, { positions: formatList(words, problem.positions.map(format)) })
    }
    case 'checksum':
      return messages.phraseChecksum
  }
}

/** The words of an account's seed phrase, which the person has asked to see. */
export function PhraseScreen({ screen: { words } }: ScreenProps<'phrase'>) {
  const { messages } = useWords()
  return (
    <section className="card column">
      <Title>{messages.phraseTitle}</Title>
      <Notice kind="warn">{messages.phraseText}</Notice>
      <ol className="phrase box sunken" dir="ltr" lang="en" translate="no">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and its place is what counts
          <li key={index}>{word}</li>
        ))}
      </ol>
      <Button sends="dismissed" kind="primary wide" text={messages.done} />
    </section>
  )
}
