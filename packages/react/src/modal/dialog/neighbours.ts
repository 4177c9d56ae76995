import type { RefObject } from 'react'
import { followCard } from './formerPlace.ts'

// Others receive these before the dialog does, in the capturing phase. A press in ours is not a press beside theirs.
const presses = ['pointerdown', 'pointerup', 'mousedown', 'mouseup'] as const

// How libraries hide everything that is not theirs from screen readers and from the visitor.
const marks = ['aria-hidden', 'inert'] as const

/** The page before the dialog was opened: the focused element, and the open dialogs of others. */
export type Before = { readonly opener: Element | null; readonly dialogs: readonly Element[] }

export type Around = {
  /** Whether the last press began beside the card. */
  readonly wasPressedBeside: RefObject<boolean>
  readonly before: RefObject<Before | undefined>
  /** The dialogs on the screen, ours among them. */
  readonly shownDialogs: () => readonly Element[]
}

/**
 * Keeps the libraries of the page apart from our dialog while it is open. They put listeners on the whole document, and
 * marks on everything that is not theirs; both would affect a dialog beside theirs. While ours is on top, none of this
 * applies to it. While one of theirs is open over ours, ours leaves the top layer, because nothing below a modal dialog
 * can be used. Returns the undo, to be called once our dialog is closed.
 */
export function watchNeighbours(
  dialog: HTMLDialogElement,
  { wasPressedBeside, before, shownDialogs }: Around,
): () => void {
  const below = new Set(before.current?.dialogs)
  /** Our focused element when another dialog opened over it. */
  let focusedBelow: Element | null | undefined
  const observer = new MutationObserver(reconcile)
  // The classic variant's dialog fills the page.
  const former = followCard(dialog.firstElementChild ?? dialog)

  const isModal = () => dialog.open && focusedBelow === undefined
  const isOurs = ({ target }: Event) => target instanceof Node && dialog.contains(target)

  function handlePress(event: MouseEvent): void {
    if (!isOurs(event)) return
    event.stopImmediatePropagation()
    // The dialog itself does not receive it. The end of a press says nothing: the click does.
    if (event.type.endsWith('down')) wasPressedBeside.current = event.target === dialog && !former.covers(event)
  }

  /** Escape and Tab belong to the dialog on top, where the browser handles them. */
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    if (event.key === 'Escape' && dialog.matches('[open][data-plain]'))
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    const isNowhere = event.target === document.body && isModal() && !hasNativeAbove()
    if (isOurs(event) || isNowhere) event.stopImmediatePropagation()
  }

  function hasNativeAbove(): boolean {
    return [...document.querySelectorAll('dialog[open]')].some((other) => other !== dialog && !below.has(other))
  }

  function otherDialogs(): readonly Element[] {
    return shownDialogs().filter((each) => !dialog.contains(each) && !each.contains(dialog))
  }

  function reconcile(): void {
    // Without a top layer nothing is below ours.
    if (!dialog.open || dialog.hasAttribute('data-plain')) return
    const isMarked = marks.some((name) => dialog.hasAttribute(name) && dialog.getAttribute(name) !== 'false')
    // The browser manages those on top of a native one.
    const over = otherDialogs().find(
      (each) =>
        !below.has(each) && !(each instanceof HTMLDialogElement) && (isMarked || each.matches('[aria-modal="true"]')),
    )
    if (over === undefined) rise()
    else sinkBelow(over)
  }

  function clearMarks(): void {
    for (const name of marks) dialog.removeAttribute(name)
  }

  function sinkBelow(over: Element): void {
    if (focusedBelow !== undefined) return
    focusedBelow = dialog.contains(document.activeElement) ? document.activeElement : null
    reopen(() => dialog.show())
    if (over.contains(document.activeElement)) return
    // It has tried in vain to take the focus: everything outside ours was inert.
    const first = over.querySelector('[autofocus],[data-autofocus]') ?? (over.matches('[tabindex]') ? over : undefined)
    focus(first ?? over.querySelector('a[href],button,input,select,textarea,[tabindex]'))
  }

  function rise(): void {
    if (focusedBelow === undefined) {
      clearMarks()
      return
    }
    // The key that closed theirs does not belong to ours: the browser has yet to handle it there.
    setTimeout(() => {
      if (focusedBelow === undefined || !dialog.open) return
      const { activeElement } = document
      const focused = dialog.contains(activeElement) ? activeElement : focusedBelow
      clearMarks()
      reopen(() => {
        focus(before.current?.opener)
        dialog.showModal()
      })
      focusedBelow = undefined
      focus(focused)
    })
  }

  /** Opens it another way without a movement: it stays in place. */
  function reopen(open: () => void): void {
    dialog.style.setProperty('transition', 'none', 'important')
    dialog.close()
    open()
    void dialog.offsetHeight
    dialog.style.removeProperty('transition')
  }

  for (const type of presses) addEventListener(type, handlePress, true)
  addEventListener('keydown', handleKey, true)
  reconcile()
  tellMissingStyles(dialog)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: [...marks, 'aria-modal'],
  })
  return () => {
    observer.disconnect()
    former.stop()
    for (const type of presses) removeEventListener(type, handlePress, true)
    removeEventListener('keydown', handleKey, true)
    const wasBelow = focusedBelow !== undefined
    focusedBelow = undefined
    // Once it is closed, and the browser has returned the focus.
    queueMicrotask(() => {
      const top = wasBelow ? otherDialogs().findLast((each) => !below.has(each)) : undefined
      if (top !== undefined) {
        if (!top.contains(document.activeElement)) focus(top)
      } else if (document.activeElement === document.body || dialog.contains(document.activeElement))
        focus(before.current?.opener)
    })
  }
}

let isMissingTold = false

/** Once, because nothing else explains the modal's look. Without a layout, as in tests, there is nothing to report. */
function tellMissingStyles(dialog: HTMLDialogElement): void {
  const hasStyles = getComputedStyle(dialog).getPropertyValue('--h-target') !== ''
  if (hasStyles || isMissingTold || dialog.offsetHeight === 0) return
  isMissingTold = true
  console.error(
    'Hawser: the stylesheet of the modal is missing. Import "@hawser/react/styles.css" (or "@hawser/modal/styles.css") once in your page.',
  )
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
