import type { ReactNode } from 'react'
import { useLinkerContext } from './context.ts'
import { buttonTexts } from './messages/button.ts'

export type LinkButtonProps = {
  /** What stands on the button, "Link a wallet" when left out. */
  readonly children?: ReactNode
  /** Replaces our own look. */
  readonly className?: string
}

/**
 * Opens the modal. It is never disabled: what keeps the modal from opening is said beside it.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkButton({ children, className = 'hawser-link-button' }: LinkButtonProps) {
  const { linker, messages, isModalUnavailable, preloadModal } = useLinkerContext()
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={preloadModal}
        onFocus={preloadModal}
        onClick={(event) => {
          // Safari does not focus a clicked button, and the dialog gives the focus back to whoever had it.
          event.currentTarget.focus()
          linker.send({ type: 'opened' })
        }}
      >
        {children ?? messages.linkWallet ?? buttonTexts.linkWallet}
      </button>
      {isModalUnavailable && (
        <span className="hawser-link-problem" role="alert">
          {messages.modalUnavailable ?? buttonTexts.modalUnavailable}
        </span>
      )}
    </>
  )
}
