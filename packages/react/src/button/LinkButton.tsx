import { type LinkPurpose, reloadPage } from '@hawser/core'
import { type ReactNode, useId } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { useLinker } from '../linker/useLinker.ts'
import { buttonTexts } from '../messages/button.ts'

export type LinkButtonProps = {
  /** What stands on the button, "Link a wallet" when left out. */
  readonly children?: ReactNode
  /** What the wallet is wanted for. Left out, it is linked. */
  readonly purpose?: LinkPurpose
  /** Replaces our own look. */
  readonly className?: string
}

/**
 * Opens the modal. It is never disabled: what keeps the modal from opening is said beside it.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkButton({ children, purpose, className = 'hawser-link-button' }: LinkButtonProps) {
  const { linker, messages, modalFailure, preloadModal, pressed } = useLinkerContext()
  const { isFramed } = useLinker().state
  const id = useId()
  const [button, press] = pressed
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-describedby={isFramed ? id : undefined}
        onPointerEnter={preloadModal}
        onFocus={preloadModal}
        onClick={(event) => {
          // Safari does not focus a clicked button, and the dialog gives the focus back to whoever had it.
          event.currentTarget.focus()
          press(id)
          linker.send({ type: 'opened', ...(purpose && { purpose }) })
        }}
      >
        {children ?? messages.linkWallet ?? buttonTexts.linkWallet}
      </button>
      {isFramed && (
        <span className="hawser-link-problem" id={id}>
          {messages.framed ?? buttonTexts.framed}{' '}
          <a href={addressOfPage()} target="_blank" rel="noopener noreferrer">
            {messages.openInTab ?? buttonTexts.openInTab}
          </a>
        </span>
      )}
      {/* Of several buttons the one that was pressed says it. */}
      {modalFailure !== undefined && (button ?? id) === id && (
        <span className="hawser-link-problem" role="alert">
          {modalFailure === 'page_outdated' ? (
            <>
              {messages.pageOutdated ?? buttonTexts.pageOutdated}{' '}
              <button type="button" onClick={reloadPage}>
                {messages.reload ?? buttonTexts.reload}
              </button>
            </>
          ) : (
            (messages.modalUnavailable ?? buttonTexts.modalUnavailable)
          )}
        </span>
      )}
    </>
  )
}

/** The page as it is asked for. A pairing that was handed to it stays here: its key is nobody else's. */
function addressOfPage(): string {
  const url = new URL(location.href)
  url.searchParams.delete('uri')
  return url.href
}
