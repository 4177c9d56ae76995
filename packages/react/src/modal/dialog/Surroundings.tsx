import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useLinkerContext } from '../../linker/context.ts'
import { useLinker } from '../../linker/useLinker.ts'
import { enFirst } from '../../messages/english/enFirst.ts'
import { enToast } from '../../messages/english/enToast.ts'
import { LinkField } from '../code/LinkField.tsx'
import { Toast } from '../frame/Toast.tsx'
import { createNeighbours, type Neighbours, type NeighboursOptions } from './neighbours.ts'
import { useSmoothHeight } from './useSmoothHeight.ts'

export type SurroundingsProps = Pick<NeighboursOptions, 'otherDialogs' | 'marks'> & {
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** What had the focus before the dialog was opened. */
  readonly opener: RefObject<Element | null>
  /** The dialogs of others that were on the screen before it was opened. */
  readonly below: RefObject<readonly Element[]>
  readonly wasPressedBeside: RefObject<boolean>
  readonly isOpen: boolean
}

/** What the page and the browser around the dialog do, change or lack, and how the dialog moves among them. */
export function Surroundings(props: SurroundingsProps) {
  const { messages } = useLinkerContext()
  const { isLinkShown, pairingUri, toast, options } = useLinker().state
  const texts = useMemo(() => ({ ...enFirst, ...enToast, ...messages }), [messages])
  useSmoothHeight(props.dialog)
  useNeighbours(props)
  return (
    <>
      {/* The classic variant tells it in words of its own. */}
      {options.variant !== 'classic' && <Toast toast={toast} messages={texts} />}
      {isLinkShown === true && pairingUri !== undefined && (
        <LinkField pairingUri={pairingUri} label={texts.copyByHand} />
      )}
    </>
  )
}

/** Keeps other libraries' dialogs apart from ours. */
function useNeighbours({
  dialog,
  opener,
  below,
  wasPressedBeside,
  isOpen,
  otherDialogs,
  marks,
}: SurroundingsProps): void {
  const [neighbours, setNeighbours] = useState<Neighbours>()
  useEffect(() => {
    const { current } = dialog
    if (current === null) return
    const made = createNeighbours(current, {
      onPress: ({ target }) => {
        wasPressedBeside.current = target === current
      },
      opener: () => opener.current,
      otherDialogs,
      marks,
    })
    setNeighbours(made)
    return made.stop
  }, [dialog, opener, wasPressedBeside, otherDialogs, marks])
  // After the dialog's own effect, which opens and closes it.
  useEffect(() => {
    if (!isOpen) return
    neighbours?.opened(below.current)
    return neighbours?.closed
  }, [neighbours, below, isOpen])
}
