import { type RefObject, useId } from 'react'
import type { LinkedWalletsMessages } from '../../messages/linkedWallets/en.ts'
import { useReturnFocus } from './useReturnFocus.ts'

type UnlinkQuestionProps = {
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly question: string
  /** The meaning of the answer, or the remaining step. */
  readonly meaning: string
  readonly action: string
  readonly texts: LinkedWalletsMessages
  readonly onKeep: () => void
  readonly onUnlink: () => void
}

/** Asks before a wallet is unlinked. The safe answer, which changes nothing, has the focus. Escape gives the same answer. */
export function UnlinkQuestion(props: UnlinkQuestionProps) {
  const { isOpen, isBusy, opener, question, meaning, action, texts, onKeep, onUnlink } = props
  const keep = useReturnFocus<HTMLButtonElement>(isOpen, opener)
  const [title, detail] = [useId(), useId()]
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="hawser-linked-more"
      role="group"
      aria-labelledby={title}
      aria-describedby={detail}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onKeep()
      }}
    >
      <p id={title}>
        <strong>{question}</strong>
      </p>
      <p id={detail} className="hawser-linked-quiet" aria-live="polite">
        {meaning}
      </p>
      <div className="hawser-linked-buttons">
        <button ref={keep} type="button" className="hawser-linked-button" onClick={onKeep}>
          {texts.keep}
        </button>
        <button
          type="button"
          className="hawser-linked-button"
          data-kind="danger-main"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onUnlink()
          }}
        >
          {action}
        </button>
      </div>
    </div>
  )
}
