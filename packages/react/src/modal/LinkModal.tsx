import type { LinkerState } from '@hawser/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLinkerContext } from '../linker/context.ts'
import { useLinker } from '../linker/useLinker.ts'
import { en } from '../messages/modal/en.ts'
import { announcementOf } from './announcement.ts'
import { CurrentView, type CurrentViewProps } from './CurrentView.tsx'
import { Dialog } from './dialog/Dialog.tsx'
import { Toast } from './frame/Toast.tsx'
import { useLaterViews } from './useLaterViews.ts'
import { usePurposeMessages } from './usePurposeMessages.ts'
import { useWarmUp } from './useWarmUp.ts'

export type LinkModalProps = {
  /** Draws the views and toasts in place of the standard ones: the classic variant. */
  readonly renderClassic?: (props: CurrentViewProps) => ReactNode
}

/** The modal. It stands at the end of the body, where no ancestor of the host page can hide or clip it. */
export function LinkModal({ renderClassic }: LinkModalProps) {
  const { state, send } = useLinker()
  const overrides = useLinkerContext().messages
  const ofPurpose = usePurposeMessages(state, overrides)
  const messages = useMemo(() => ({ ...en, ...overrides, ...ofPurpose }), [overrides, ofPurpose])
  const isOpen = state.flow.status !== 'closed'
  const [shown, dropShown] = useShownState(state, isOpen)
  const isDrawn = isOpen && (state.pairingUri !== undefined || state.flow.status !== 'choosing')
  const later = useLaterViews(isDrawn, renderClassic === undefined)
  useWarmUp(isOpen, messages.language)
  const { themeMode = 'auto', themeVariables } = state.options
  const props = shown !== undefined && { state: shown, send, messages, later }
  return createPortal(
    <Dialog
      isOpen={isOpen}
      label={messages.linkWallet}
      language={messages.language}
      direction={messages.direction}
      themeMode={themeMode}
      variant={renderClassic === undefined ? 'standard' : 'classic'}
      themeVariables={themeVariables}
      onClose={() => send({ type: 'closed' })}
      onClosed={dropShown}
    >
      {renderClassic === undefined ? (
        <>
          {props && <CurrentView {...props} />}
          <Toast toast={shown?.toast} messages={messages} />
        </>
      ) : (
        props && renderClassic(props)
      )}
      <p className="hawser-hidden" role="status">
        {/* A new element for each code: the same words about another code are said again. */}
        {shown !== undefined && <span key={shown.pairingUri}>{announcementOf(shown, messages)}</span>}
      </p>
    </Dialog>,
    document.body,
  )
}

/** The state to render: the last open one is kept while the dialog fades out, then nothing is left in the page. */
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
