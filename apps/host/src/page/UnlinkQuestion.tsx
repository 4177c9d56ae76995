import { type RefObject, useId } from 'react'
import { usePage } from './pageContext.ts'
import { useFocusBack } from './useFocusBack.ts'

type UnlinkQuestionProps = {
  readonly isOpen: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly question: string
  readonly onKeep: () => void
  readonly onUnlink: () => void
}

/** Asks before a wallet is unlinked. The focus is on the answer that changes nothing. */
export function UnlinkQuestion({ isOpen, opener, question, onKeep, onUnlink }: UnlinkQuestionProps) {
  const { texts } = usePage()
  const keep = useFocusBack<HTMLButtonElement>(isOpen, opener)
  const [title, meaning] = [useId(), useId()]
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and this is none
    <div
      className="row-more"
      role="group"
      aria-labelledby={title}
      aria-describedby={meaning}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep()
      }}
    >
      <p id={title}>
        <strong>{question}</strong>
      </p>
      <p id={meaning} className="hint">
        {texts.unlinkMeaning}
      </p>
      <div className="row-actions">
        <button ref={keep} type="button" className="button" onClick={onKeep}>
          {texts.keepLinked}
        </button>
        <button type="button" className="button" data-kind="danger-main" onClick={onUnlink}>
          {texts.unlink}
        </button>
      </div>
    </div>
  )
}
