import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useLinkerContext } from '../../linker/context.ts'
import { useLinkerState } from '../../linker/useLinkerState.ts'
import { enFirst } from '../../messages/english/enFirst.ts'
import { enToast } from '../../messages/english/enToast.ts'
import { LinkField } from '../code/LinkField.tsx'
import { Toast } from '../frame/Toast.tsx'
import { type DialogContext, isolateDialog } from './isolateDialog.ts'
import { useSmoothHeight } from './useSmoothHeight.ts'

export type SurroundingsProps = DialogContext & {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly isOpen: boolean
}

/** Handles how the page and the browser around the dialog behave, what they lack, and how the dialog moves among them. */
export function Surroundings(props: SurroundingsProps) {
  const { messages } = useLinkerContext()
  const { isLinkShown, pairingUri, toast, options } = useLinkerState()
  const texts = useMemo(() => ({ ...enFirst, ...enToast, ...messages }), [messages])
  useSmoothHeight(props.dialog)
  useNeighbours(props)
  return (
    <>
      {/* The classic variant has its own toast texts. */}
      {options.variant !== 'classic' && <Toast toast={toast} messages={texts} />}
      {isLinkShown === true && pairingUri !== undefined && (
        <LinkField pairingUri={pairingUri} label={texts.copyByHand} />
      )}
    </>
  )
}

/** Keeps other libraries' dialogs and Hawser's dialog from interfering with each other while the latter is open. */
function useNeighbours(props: SurroundingsProps): void {
  const { dialog, isOpen } = props
  // These props do not change while the dialog exists.
  const [around] = useState(props)
  // Runs after the dialog's own effect, which opens and closes the dialog.
  useEffect(() => {
    if (isOpen && dialog.current !== null) return isolateDialog(dialog.current, around)
  }, [dialog, around, isOpen])
}
