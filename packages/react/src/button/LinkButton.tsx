import { type LinkPurpose, reloadPage } from '@hawser/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { useLinker } from '../linker/useLinker.ts'
import { useTheme } from '../linker/useTheme.ts'
import { buttonTexts } from '../messages/button.ts'

export type LinkButtonProps = {
  /** The button's label. Default: "Link a wallet". */
  readonly children?: ReactNode
  /** The purpose the wallet is needed for. Default: to link it. */
  readonly purpose?: LinkPurpose
  /** Replaces the button's default styles. */
  readonly className?: string
}

/**
 * Opens the modal. The button is never disabled: a message next to it says why the modal cannot open.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkButton({ children, purpose, className = 'hawser-link-button' }: LinkButtonProps) {
  const { linker, messages, modalFailure, preloadModal, pressed } = useLinkerContext()
  const { theme, themeMode } = useTheme()
  const framed = useFramedNotice()
  const id = useId()
  const [button, press] = pressed
  return (
    <>
      <button
        type="button"
        className={className}
        data-hawser-theme={theme}
        // Set only with the default styles: other libraries have rules for this attribute.
        data-theme={theme && (themeMode || 'auto')}
        aria-haspopup="dialog"
        aria-describedby={framed && id}
        onPointerEnter={preloadModal}
        onFocus={preloadModal}
        onClick={(event) => {
          // First of all: a focus makes the browser lay out the page, and a slow phone takes 40 ms for that.
          preloadModal()
          // Safari does not focus a clicked button, and on close the dialog returns the focus to the element that had it.
          event.currentTarget.focus()
          press(id)
          linker.open(purpose && { purpose })
        }}
      >
        {children ?? messages.linkWallet ?? buttonTexts.linkWallet}
      </button>
      {framed && <framed.FramedNotice id={id} />}
      {/* If the page has several buttons, only the last pressed one shows the message. */}
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

function useFramedNotice() {
  const isFramed = useLinker((state) => state.isFramed)
  const [notice, setNotice] = useState<typeof import('./FramedNotice.tsx')>()
  useEffect(() => {
    if (isFramed) import('./FramedNotice.tsx').then(setNotice, () => {})
  }, [isFramed])
  return notice
}
