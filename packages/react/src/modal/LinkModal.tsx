import { codeOf, type FailureCode, type LinkerState, loadPart } from '@hawser/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from '../afterPaint.ts'
import { ErrorBoundary } from '../failure/ErrorBoundary.tsx'
import { useLinkerContext } from '../linker/context.ts'
import { useLinker } from '../linker/useLinker.ts'
import { useLinkerState } from '../linker/useLinkerState.ts'
import { enFirst } from '../messages/english/enFirst.ts'
import { formatTime } from '../messages/formatTime.ts'
import type { PurposeMessages } from '../messages/loadPurposeMessages.ts'
import type { FirstMessages, Messages } from '../messages/modal/en.ts'
import { whenIdle } from '../whenIdle.ts'
import { CurrentView } from './CurrentView.tsx'
import { drawQr } from './code/qrDrawing.ts'
import { Dialog } from './dialog/Dialog.tsx'
import { usePageLanguage } from './dialog/usePageLanguage.ts'
import { firstAnnouncement } from './firstAnnouncement.ts'
import { Unavailable } from './frame/Unavailable.tsx'
import type { CurrentViewProps, LaterViews } from './frame/viewProps.ts'
import { loadOwnRelay } from './reach/loadOwnRelay.ts'

export type LinkModalProps = {
  /** Renders the views and toasts of the classic variant in place of the standard ones. */
  readonly renderClassic?: (props: CurrentViewProps) => ReactNode
}

/** The modal. It renders at the end of the body, where no ancestor in the host page can hide or clip it. */
export function LinkModal(props: LinkModalProps) {
  const { onFailure } = useLinkerContext()
  return (
    <ErrorBoundary onFailure={(error) => onFailure('modal', error)}>
      <Modal {...props} />
    </ErrorBoundary>
  )
}

function Modal({ renderClassic }: LinkModalProps) {
  const linker = useLinker()
  const state = useLinkerState()
  const { messages: overrides, isLanguageOutdated, look, preloadModal } = useLinkerContext()
  usePageLanguage(preloadModal)
  const ofPurpose = usePurposeMessages(state, overrides)
  const messages: FirstMessages = useMemo(
    () => ({ ...enFirst, ...overrides, ...ofPurpose, problems: { ...ofPurpose?.problems, ...overrides.problems } }),
    [overrides, ofPurpose],
  )
  const { flow } = state
  const isOpen = flow.status !== 'closed'
  const [shown, dropShown] = useShownState(state, isOpen)
  const isMade = flow.status !== 'choosing' || (flow.pairing?.pairingUri ?? state.pairingUri) !== undefined
  // A phone shows wallets first, so it does not wait for the code.
  const isDrawn = isOpen && isMade && (state.isCodeHeld !== true || state.platform.device === 'phone')
  const later = useLaterViews(isDrawn, renderClassic === undefined, state.ownRelay !== undefined)
  const { laterAnnouncement: announcementOf = firstAnnouncement } = later
  useWarmUp(isOpen, messages.language)
  const { themeMode = 'auto', theme, themeVariables } = { ...state.options, ...look }
  const props = shown !== undefined && { state: withoutHeldCode(shown), linker, messages, later }
  return createPortal(
    <Dialog
      isOpen={isOpen}
      isDrawn={isDrawn}
      label={messages.linkWallet}
      language={messages.language}
      direction={messages.direction}
      themeMode={themeMode}
      theme={theme}
      variant={renderClassic === undefined ? 'standard' : 'classic'}
      themeVariables={themeVariables}
      onClose={() => linker.close()}
      onClosed={dropShown}
    >
      {props && (renderClassic === undefined ? <CurrentView {...props} /> : renderClassic(props))}
      {isLanguageOutdated && <Unavailable code="page_outdated" messages={messages} onRetry={later.load} />}
      <p className="hawser-hidden" role="status">
        {/* A new element for each code, so that a screen reader repeats the same words for another code. */}
        {shown !== undefined && <span key={shown.pairingUri}>{announcementOf(shown, messages)}</span>}
      </p>
    </Dialog>,
    document.body,
  )
}

/**
 * Hides a code that the visitor must not scan: a held code would lead to a signature, only to ask for a sign-in first. With the
 * host app's own relay, wallets from the stores cannot answer the code of the first view.
 */
function withoutHeldCode(state: LinkerState): LinkerState {
  const isHeld = state.isCodeHeld || (state.ownRelay && state.view.name === 'ConnectWallet')
  return isHeld ? { ...state, pairingUri: undefined } : state
}

/**
 * The state to render: the last open state while the dialog fades out, then undefined, so that nothing remains in the
 * page.
 */
function useShownState(state: LinkerState, isOpen: boolean) {
  const lastOpen = useRef<LinkerState>(undefined)
  const [isGone, setGone] = useState(true)
  useEffect(() => {
    if (!isOpen) return
    lastOpen.current = state
    setGone(false)
  }, [state, isOpen])
  const drop = useCallback(() => {
    lastOpen.current = undefined
    setGone(true)
  }, [])
  return [isOpen ? state : isGone ? undefined : lastOpen.current, drop] as const
}

/**
 * Fetches the code behind the first view once that view is rendered, so as not to delay it. The wallets of the first view
 * come at once, if `hasOffer`; the other views come while the page is idle.
 */
function useLaterViews(isDrawn: boolean, hasOffer: boolean, isOwnRelay: boolean): LaterViews {
  const [views, setViews] = useState<Omit<LaterViews, 'status' | 'errorCode' | 'load'>>({})
  const [errorCode, setErrorCode] = useState<FailureCode>()
  const loadOffer = useCallback(async () => {
    if (!hasOffer) return
    // This chunk replaces the QR code, so it loads with the wallets. If that fails, the first view tries again.
    if (isOwnRelay) loadOwnRelay().catch(() => {})
    const offers = await loadPart(() => import('./choice/WalletOffer.tsx'))
    setViews((all) => ({ ...all, ...offers }))
  }, [hasOffer, isOwnRelay])
  const load = useCallback(() => {
    setErrorCode(undefined)
    const loadLater = async () => {
      const loaded = await loadPart(() => import('./later/LaterView.tsx'))
      setViews((all) => ({ ...all, ...loaded }))
    }
    Promise.all([loadOffer(), loadLater()]).catch((error: unknown) => setErrorCode(codeOf(error)))
  }, [loadOffer])
  useEffect(() => {
    if (!isDrawn) return
    // A failure is not final: the next load requests both chunks.
    const cancelOffer = afterPaint(() => loadOffer().catch(() => {}))
    const cancelLater = whenIdle(load)
    return () => {
      cancelOffer()
      cancelLater()
    }
  }, [isDrawn, load, loadOffer])
  const status = errorCode !== undefined ? 'failed' : views.LaterView === undefined ? 'loading' : 'ready'
  return { ...views, status, errorCode, load }
}

/**
 * The texts that differ for the modal's purpose, once they are loaded. The `link` purpose needs them after a failure, and for
 * wallets with several networks.
 */
function usePurposeMessages(
  { purpose: { kind }, flow, networks }: LinkerState,
  { language = 'en', purposes }: Partial<Messages>,
): Partial<Messages> | undefined {
  const [messages, setMessages] = useState<PurposeMessages>()
  const isLong = flow.status === 'proving' && flow.isLong === true
  const isWanted = kind !== 'link' || flow.status === 'failed' || isLong || networks !== undefined
  useEffect(() => {
    if (!isWanted) return
    import('../messages/loadPurposeMessages.ts')
      .then(({ loadPurposeMessages }) => loadPurposeMessages(language, purposes))
      .then(setMessages, () => {})
  }, [isWanted, language, purposes])
  return messages?.[kind]
}

// As long as a pairing URI, but not a real one.
const sample = `wc:${'0'.repeat(240)}`

/**
 * Encodes a code without showing it while the page is idle: a browser takes several times as long for the first code as for
 * later ones.
 */
function useWarmUp(isOpen: boolean, language: string): void {
  useEffect(() => {
    if (isOpen) return
    return whenIdle(() => {
      drawQr(sample, { hasIcon: false })
      formatTime(0, language)
    })
  }, [isOpen, language])
}
