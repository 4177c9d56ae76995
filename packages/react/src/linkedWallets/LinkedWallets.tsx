import { loadPart } from '@hawser/core'
import { type ComponentProps, useEffect, useId, useMemo, useRef, useState } from 'react'
import { LinkButton } from '../button/LinkButton.tsx'
import { PartBoundary } from '../failure/PartBoundary.tsx'
import { useLinker } from '../linker/useLinker.ts'
import { useTheme } from '../linker/useTheme.ts'
import { en } from '../messages/linkedWallets/en.ts'
import { useThemeVariables } from '../modal/dialog/useThemeVariables.ts'
import { useChunk } from '../modal/frame/useChunk.ts'
import { failureText } from './failureText.ts'
import { LinkedWalletRow } from './LinkedWalletRow.tsx'
import { LazyHistory } from './LinkHistory.tsx'
import { ListPlaceholder, ListRetry } from './ListPlaceholder.tsx'
import type { ChangeAnnouncement } from './later/ChangeAnnouncement.tsx'
import { useLinkedWalletActions, useLinkedWallets } from './useLinkedWallets.ts'
import { useLinkedWalletsMessages } from './useLinkedWalletsMessages.ts'

export type LinkedWalletsProps = {
  /** Whether the history can be shown below the list. Default: true. */
  readonly hasHistory?: boolean
}

const fetchLastChange = () => loadPart(async () => (await import('./later/rowParts.ts')).ChangeAnnouncement)

/**
 * The linked wallets of the signed-in host user, in the page: each wallet, the time of its link, and whether the link still
 * counts. Visitors can rename a wallet, make it the primary one, unlink it after a confirmation, and link another. If the
 * server requires the wallet's signature for an unlink, the modal opens.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkedWallets(props: LinkedWalletsProps) {
  const texts = useLinkedWalletsMessages()
  return (
    <PartBoundary part="linked wallets" text={texts?.failed ?? en.failed}>
      <ShownLinkedWallets {...props} />
    </PartBoundary>
  )
}

function ShownLinkedWallets({ hasHistory = true }: LinkedWalletsProps) {
  const linker = useLinker()
  const isUnlinking = useLinker((state) => state.flow.status !== 'closed' && state.purpose.kind === 'unlink')
  const { themeMode, theme, themeVariables } = useTheme()
  const { status, wallets, error, actions } = useLinkedWallets()
  const changes = useLinkedWalletActions(linker)
  const images = useLinker((state) => state.linkedWallets.images)
  const texts = useLinkedWalletsMessages()
  const [isHistoryShown, setHistoryShown] = useState(false)
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const historyId = useId()
  useThemeVariables(section, themeVariables)
  const [focusTitle, linkAgain] = useMemo(() => [() => title.current?.focus(), () => linker.open()], [linker])
  useFocusAfter(isUnlinking, focusTitle)
  const failure = error && texts && `${texts.failed} ${failureText(error, texts)}`
  return (
    <section
      ref={section}
      className="hawser-linked"
      lang={texts?.language}
      dir={texts?.direction}
      data-theme={themeMode ?? 'auto'}
      data-hawser-theme={theme}
      data-empty={wallets.length === 0 && status !== 'failed' ? '' : undefined}
      translate="no"
      aria-labelledby={titleId}
      aria-busy={status === 'loading' || texts === undefined}
    >
      <div className="hawser-linked-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {texts?.title}
        </h2>
        {texts !== undefined && <LinkButton>{texts.linkWallet}</LinkButton>}
      </div>
      {texts === undefined || (wallets.length === 0 && status !== 'ready') ? (
        <ListPlaceholder
          texts={texts}
          failure={status === 'failed' ? failure : undefined}
          code={error?.code}
          onRetry={changes.reload}
        />
      ) : wallets.length === 0 ? (
        <div className="hawser-linked-notice">
          <p>
            <strong>{texts.empty}</strong>
          </p>
          <p>{texts.emptyHint}</p>
        </div>
      ) : (
        <>
          {status === 'failed' && (
            <div className="hawser-linked-failure" role="alert">
              <p>{failure}</p>
              <ListRetry texts={texts} code={error?.code} onRetry={changes.reload} />
            </div>
          )}
          <ul className="hawser-linked-list">
            {wallets.map((wallet) => (
              <LinkedWalletRow
                key={wallet.id}
                wallet={wallet}
                imageUrl={images?.[wallet.walletName ?? '']}
                action={actions[wallet.id]}
                texts={texts}
                changes={changes}
                onLinkAgain={linkAgain}
                onFocusLost={focusTitle}
              />
            ))}
          </ul>
        </>
      )}
      {hasHistory && texts !== undefined && (
        <>
          <div className="hawser-linked-foot">
            <button
              type="button"
              className="hawser-linked-button"
              aria-expanded={isHistoryShown}
              aria-controls={isHistoryShown ? historyId : undefined}
              onClick={() => setHistoryShown(!isHistoryShown)}
            >
              {texts.history}
            </button>
          </div>
          {isHistoryShown && (
            // biome-ignore lint/a11y/useSemanticElements: a section of the section, not of the page
            <div id={historyId} className="hawser-linked-history" role="group" aria-label={texts.history}>
              <LazyHistory texts={texts} />
            </div>
          )}
        </>
      )}
      <p className="hawser-linked-hidden" aria-live="polite">
        {texts && <LazyLastChange {...{ wallets, actions, texts }} />}
      </p>
    </section>
  )
}

function LazyLastChange(props: ComponentProps<typeof ChangeAnnouncement>) {
  const { Part } = useChunk(fetchLastChange)
  return Part && <Part {...props} />
}

/**
 * Restores the focus after the modal has closed. The dialog returns the focus to the element that had it; if that element has
 * disappeared with its row, the focus would fall to the top of the page.
 */
function useFocusAfter(isUnlinking: boolean, onFocusLost: () => void): void {
  const wasUnlinking = useRef(isUnlinking)
  useEffect(() => {
    const focused = document.activeElement
    // While the dialog fades out, a focus that it cannot return is still inside the dialog.
    const isLost = focused === null || focused === document.body || focused.closest('dialog:not([open])') !== null
    if (!isUnlinking && wasUnlinking.current && isLost) onFocusLost()
    wasUnlinking.current = isUnlinking
  })
}
