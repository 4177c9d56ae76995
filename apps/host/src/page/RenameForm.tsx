import { type RefObject, useId } from 'react'
import { usePage } from './pageContext.ts'
import { useFocusBack } from './useFocusBack.ts'

type RenameFormProps = {
  readonly isOpen: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly label: string | undefined
  readonly onCancel: () => void
  readonly onSave: (label: string | undefined) => void
}

/** The visitor's own name for a wallet, to be written or taken away. */
export function RenameForm({ isOpen, opener, label, onCancel, onSave }: RenameFormProps) {
  const { texts } = usePage()
  const input = useFocusBack<HTMLInputElement>(isOpen, opener)
  const [id, hint] = [useId(), useId()]
  if (!isOpen) return null
  return (
    <form
      className="row-more"
      onSubmit={(event) => {
        event.preventDefault()
        const text = (input.current?.value ?? '').trim()
        onSave(text === '' ? undefined : text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <label htmlFor={id}>{texts.newName}</label>
      <input
        ref={input}
        id={id}
        className="input"
        defaultValue={label}
        maxLength={64}
        autoComplete="off"
        dir="auto"
        aria-describedby={hint}
      />
      <p id={hint} className="hint">
        {texts.newNameHint}
      </p>
      <div className="row-actions">
        <button type="submit" className="button" data-kind="main">
          {texts.save}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}
