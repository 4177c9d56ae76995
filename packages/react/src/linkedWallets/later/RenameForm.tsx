import { type RefObject, useId } from 'react'
import type { LinkedWalletsMessages } from '../../messages/linkedWallets/en.ts'
import { useReturnFocus } from './useReturnFocus.ts'

type RenameFormProps = {
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly label: string | undefined
  readonly texts: LinkedWalletsMessages
  readonly onCancel: () => void
  readonly onSave: (label: string | undefined) => void
}

/** A form to write or remove the visitor's own name for a wallet. */
export function RenameForm({ isOpen, isBusy, opener, label, texts, onCancel, onSave }: RenameFormProps) {
  const input = useReturnFocus<HTMLInputElement>(isOpen, opener)
  const [id, hint] = [useId(), useId()]
  if (!isOpen) return null
  return (
    <form
      className="hawser-linked-more"
      onSubmit={(event) => {
        event.preventDefault()
        const text = (input.current?.value ?? '').trim()
        if (!isBusy) onSave(text === '' ? undefined : text)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <label htmlFor={id}>{texts.newName}</label>
      <input
        ref={input}
        id={id}
        className="hawser-linked-input"
        defaultValue={label}
        maxLength={64}
        autoComplete="off"
        dir="auto"
        aria-describedby={hint}
      />
      <p id={hint} className="hawser-linked-quiet">
        {texts.newNameHint}
      </p>
      <div className="hawser-linked-buttons">
        <button type="submit" className="hawser-linked-button" data-kind="main" aria-disabled={isBusy}>
          {texts.save}
        </button>
        <button type="button" className="hawser-linked-button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}
