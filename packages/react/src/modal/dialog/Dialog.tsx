import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '../../afterPaint.ts'
import type { PageBeforeOpening } from './isolateDialog.ts'
import { useThemeVariables } from './useThemeVariables.ts'

export type DialogProps = {
  readonly isOpen: boolean
  /** Whether the first view and its code are rendered. Nothing else may delay them. */
  readonly isDrawn: boolean
  readonly label: string
  readonly language: string
  readonly direction: string
  readonly themeMode: 'light' | 'dark' | 'auto'
  readonly theme: string | undefined
  readonly variant: 'standard' | 'classic'
  readonly themeVariables: Readonly<Record<string, string>> | undefined
  /** The visitor asks to close: Escape, a click outside the card, or the system's back gesture. */
  readonly onClose: () => void
  /** The closing animation has ended and the dialog is no longer visible. */
  readonly onClosed: () => void
  readonly children: ReactNode
}

/**
 * A native modal dialog: top layer, inert page, Escape and the return of focus come from the browser (decision 0006).
 * The stylesheet locks the page's scrolling while the dialog is open.
 */
export function Dialog({ isOpen, isDrawn, onClose, onClosed, themeVariables, children, ...shown }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const wasPressedBeside = useRef(false)
  const before = useRef<PageBeforeOpening>(undefined)

  // A layout effect, to run before the views' own effects: only an open dialog can take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.hasAttribute('open') === isOpen) return
    if (!isOpen) return close(dialog)
    before.current = { opener: document.activeElement, dialogs: shownDialogs() }
    // A page with a scrollbar keeps its gutter while locked. Otherwise its content would jump.
    dialog.toggleAttribute('data-scrollbar', window.innerWidth > document.documentElement.clientWidth)
    try {
      dialog.showModal()
    } catch {
      // An old web view, or a test's DOM, has no top layer. The stylesheet then lays the dialog over the page.
      dialog.setAttribute('data-plain', '')
      dialog.setAttribute('open', '')
    }
    dialog.toggleAttribute('data-unseen', dialog.getClientRects().length === 0)
  }, [isOpen])
  const around = useSurroundings(isDrawn)
  useThemeVariables(ref, themeVariables)

  const isBeside = (event: SyntheticEvent) => event.target === event.currentTarget
  const handleCancel = (event: SyntheticEvent) => {
    event.stopPropagation()
    if (!isBeside(event)) return
    event.preventDefault()
    onClose()
  }
  const handleClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    event.stopPropagation()
    const dialog = event.currentTarget
    if (!isBeside(event) || dialog.hasAttribute('open')) return
    // The browser may have closed the dialog (a second Escape, an Android back gesture). The state then follows.
    if (isOpen) onClose()
    const leaving = dialog.getAnimations?.() ?? []
    Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => {
      if (!dialog.hasAttribute('open')) onClosed()
    })
  }
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation()
    // A drag that began inside the card and ended outside is not a click on the backdrop.
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
      data-hawser-theme={shown.theme}
      data-variant={shown.variant}
      // The dialog is already in the visitor's language, and a translator that replaces its text nodes would freeze them.
      translate="no"
      {...apart}
      onCancel={handleCancel}
      onClose={handleClose}
      onPointerDown={(event) => {
        event.stopPropagation()
        wasPressedBeside.current = isBeside(event)
      }}
      onClick={handleClick}
    >
      <div className="hawser-card">
        {children}
        {around && <around.Surroundings dialog={ref} {...{ before, wasPressedBeside, isOpen, shownDialogs }} />}
      </div>
    </dialog>
  )
}

function close(dialog: HTMLDialogElement): void {
  try {
    dialog.close()
  } catch {
    dialog.removeAttribute('open')
    dialog.dispatchEvent(new Event('close'))
  }
}

/**
 * Stops events in the dialog, which do not concern the page: libraries listen on the whole document to prevent scrolling, or
 * for a press outside their own dialog. Also keeps these events from components of the page.
 */
const apart = Object.fromEntries(
  ['KeyDown', 'KeyUp', 'Wheel', 'TouchStart', 'TouchMove', 'TouchEnd', 'Focus', 'Blur', 'Input', 'Change'].map(
    (name) => [`on${name}`, (event: SyntheticEvent) => event.stopPropagation()],
  ),
)

/** The visible dialogs. Libraries hide one that they keep in the page by `visibility` or by `opacity`. */
function shownDialogs(isFading?: (dialog: Element) => boolean): readonly Element[] {
  const all = document.querySelectorAll('[role$=dialog],[aria-modal=true],dialog[open]')
  const how = { checkVisibilityCSS: true, checkOpacity: true }
  return [...all].filter((each) => (each.checkVisibility?.(how) ?? each.getClientRects().length) || isFading?.(each))
}

/** Fetches a chunk that the first view does not need, once the code is painted. */
function useSurroundings(isDrawn: boolean) {
  const [around, setAround] = useState<typeof import('./Surroundings.tsx')>()
  useEffect(() => {
    if (!isDrawn) return
    return afterPaint(() => import('./Surroundings.tsx').then(setAround, () => {}))
  }, [isDrawn])
  return around
}
