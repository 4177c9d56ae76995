import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useSmoothHeight } from './useSmoothHeight.ts'
import { useThemeVariables } from './useThemeVariables.ts'

export type DialogProps = {
  readonly isOpen: boolean
  readonly label: string
  readonly language: string
  readonly direction: string
  readonly themeMode: 'light' | 'dark' | 'auto'
  readonly variant: 'standard' | 'classic'
  readonly themeVariables: Readonly<Record<string, string>> | undefined
  /** The visitor wants to close: Escape, a click beside the card, or the system's back gesture. */
  readonly onClose: () => void
  /** The closing animation is over and nothing is to be seen any more. */
  readonly onClosed: () => void
  readonly children: ReactNode
}

/**
 * A native modal dialog: top layer, inert page, Escape and the return of focus come from the browser (decision 0006).
 * The page's scrolling is locked by the stylesheet for as long as the dialog is open.
 */
export function Dialog({ isOpen, onClose, onClosed, themeVariables, children, ...shown }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const wasPressedBeside = useRef(false)

  // Before the views' own effects: only what is open can take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.open === isOpen) return
    if (!isOpen) return dialog.close()
    // A page that has a scrollbar keeps its gutter while locked: otherwise its content would jump.
    dialog.toggleAttribute('data-scrollbar', window.innerWidth > document.documentElement.clientWidth)
    dialog.showModal()
    dialog.toggleAttribute('data-unseen', dialog.getClientRects().length === 0)
  }, [isOpen])
  useSmoothHeight(ref)

  useThemeVariables(ref, themeVariables)

  const isBeside = (event: SyntheticEvent) => event.target === event.currentTarget
  const handleCancel = (event: SyntheticEvent) => {
    if (!isBeside(event)) return
    event.preventDefault()
    onClose()
  }
  const handleClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget
    if (!isBeside(event) || dialog.open) return
    // Where the browser closed it by itself (a second Escape, an Android back gesture) the state follows.
    if (isOpen) onClose()
    const leaving = dialog.getAnimations?.() ?? []
    Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => {
      if (!dialog.open) onClosed()
    })
  }
  const handleClick = (event: MouseEvent) => {
    // A drag that began inside the card and ended beside it is no click on the backdrop.
    if (isBeside(event) && wasPressedBeside.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which arrives as cancel
    <dialog
      ref={ref}
      className="hawser-modal"
      aria-label={shown.label}
      lang={shown.language}
      dir={shown.direction}
      data-theme={shown.themeMode}
      data-variant={shown.variant}
      onCancel={handleCancel}
      onClose={handleClose}
      onPointerDown={(event) => {
        wasPressedBeside.current = isBeside(event)
      }}
      onClick={handleClick}
    >
      <div className="hawser-card">{children}</div>
    </dialog>
  )
}
