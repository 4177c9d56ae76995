import { useEffect, useId, useRef } from 'react'
import type { SessionsMessages } from '../messages/sessions/en.ts'

/**
 * Asks before a session ends. The safe answer has the focus, and Escape gives the same answer: an accidental second Enter ends
 * nothing.
 */
export function Confirm(props: {
  readonly question: string
  readonly action: string
  readonly texts: SessionsMessages
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  const question = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="hawser-sessions-confirm"
      role="group"
      aria-labelledby={question}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        props.onCancel()
      }}
    >
      <p id={question}>{props.question}</p>
      <button type="button" className="hawser-sessions-button" data-kind="danger" onClick={props.onConfirm}>
        {props.action}
      </button>
      <button type="button" className="hawser-sessions-button" ref={cancel} onClick={props.onCancel}>
        {props.texts.cancel}
      </button>
    </div>
  )
}
