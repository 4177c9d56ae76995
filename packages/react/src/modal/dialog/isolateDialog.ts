import type { RefObject } from 'react'
import { trackCardPosition } from './trackCardPosition.ts'

// Other libraries receive these events in the capturing phase, before the dialog does. A press in Hawser's dialog must not
// count as a press outside theirs.
const presses = ['pointerdown', 'pointerup', 'mousedown', 'mouseup'] as const

// The attributes with which libraries hide everything else from screen readers and from the visitor.
const marks = ['aria-hidden', 'inert'] as const
// The attributes with which a page shows a dialog that is in the page already.
const looks = ['class', 'hidden', 'style'] as const
const dialogs = '[role$=dialog],[aria-modal=true]'

/** The page before the dialog opened: the focused element, and the open dialogs of other libraries. */
export type PageBeforeOpening = { readonly opener: Element | null; readonly dialogs: readonly Element[] }

export type DialogContext = {
  /** Whether the last press began outside the card. */
  readonly wasPressedBeside: RefObject<boolean>
  readonly before: RefObject<PageBeforeOpening | undefined>
  /** The visible dialogs, including Hawser's, and those that are fading. */
  readonly shownDialogs: (isFading: (dialog: Element) => boolean) => readonly Element[]
}

/**
 * Keeps the page's libraries from interfering with Hawser's dialog while it is open. Libraries listen on the whole document,
 * and mark every element except their own; both would affect Hawser's dialog. While that dialog is on top, neither applies to
 * it. While another library's dialog is open above, Hawser's dialog leaves the top layer, because nothing below a modal
 * dialog can be used. Returns a cleanup function, to be called once Hawser's dialog is closed.
 */
export function isolateDialog(
  dialog: HTMLDialogElement,
  { wasPressedBeside, before, shownDialogs }: DialogContext,
): () => void {
  const below = new Set(before.current?.dialogs)
  /** The focused element of Hawser's dialog when another dialog opened above it. */
  let focusedBelow: Element | null | undefined
  let isStopped = false
  const card = dialog.firstElementChild ?? dialog
  const observer = new MutationObserver((changes) => {
    if (changes.some(mayShowDialog)) reconcile()
  })
  // The card, because the classic variant's dialog fills the page.
  const former = trackCardPosition(card)

  const isModal = () => dialog.open && focusedBelow === undefined
  const isOurs = ({ target }: Event) => target instanceof Node && dialog.contains(target)

  function handlePress(event: MouseEvent): void {
    if (!isOurs(event)) return
    event.stopImmediatePropagation()
    // The stopped event never reaches the dialog. The end of a press does not matter: the click decides.
    if (event.type.endsWith('down')) wasPressedBeside.current = event.target === dialog && !former.covers(event)
  }

  /** Escape and Tab belong to the topmost dialog, where the browser handles them. */
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
    // One that fades in has an opacity of 0 at first.
    return shownDialogs((each) => each.getClientRects().length > 0 && animationsOf(each).length > 0).filter(
      (each) => !dialog.contains(each) && !each.contains(dialog),
    )
  }

  /** Only these changes lead to a look for visible dialogs, for which the browser lays out the page. */
  function mayShowDialog({ target, attributeName }: MutationRecord): boolean {
    if (card.contains(target)) return false
    if (!looks.some((name) => name === attributeName)) return true
    if (target === dialog || !(target instanceof Element)) return false
    return target.matches(dialogs) || target.querySelector(dialogs) !== null
  }

  function reconcile(): void {
    // Without a top layer no dialog is below Hawser's.
    if (isStopped || !dialog.open || dialog.hasAttribute('data-plain')) return
    const isMarked = marks.some((name) => dialog.hasAttribute(name) && dialog.getAttribute(name) !== 'false')
    // The browser manages native dialogs on top of a native one.
    const over = otherDialogs().find(
      (each) =>
        !below.has(each) && !(each instanceof HTMLDialogElement) && (isMarked || each.matches('[aria-modal="true"]')),
    )
    if (over === undefined) {
      rise()
      return
    }
    sinkBelow(over)
    // A dialog that fades out is visible until its animation ends, which changes no attribute.
    const moves = animationsOf(over)
    if (moves.length > 0) void Promise.allSettled(moves.map(({ finished }) => finished)).then(reconcile)
  }

  function clearMarks(): void {
    for (const name of marks) dialog.removeAttribute(name)
  }

  function sinkBelow(over: Element): void {
    if (focusedBelow !== undefined) return
    focusedBelow = dialog.contains(document.activeElement) ? document.activeElement : null
    reopen(() => dialog.show())
    if (over.contains(document.activeElement)) return
    // The other dialog could not take the focus while everything outside Hawser's was inert.
    const first = over.querySelector('[autofocus],[data-autofocus]') ?? (over.matches('[tabindex]') ? over : undefined)
    focus(first ?? over.querySelector('a[href],button,input,select,textarea,[tabindex]'))
  }

  function rise(): void {
    if (focusedBelow === undefined) {
      clearMarks()
      return
    }
    // The browser has yet to handle the key that closed the other dialog, and must not handle it in Hawser's.
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

  /** Reopens the dialog in the other mode without an animation, so that it does not move. */
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
    attributeFilter: [...marks, ...looks, 'aria-modal'],
  })
  return () => {
    isStopped = true
    observer.disconnect()
    former.stop()
    for (const type of presses) removeEventListener(type, handlePress, true)
    removeEventListener('keydown', handleKey, true)
    const wasBelow = focusedBelow !== undefined
    focusedBelow = undefined
    // After the dialog is closed and the browser has returned the focus.
    queueMicrotask(() => {
      const top = wasBelow ? otherDialogs().findLast((each) => !below.has(each)) : undefined
      if (top !== undefined) {
        if (!top.contains(document.activeElement)) focus(top)
      } else if (document.activeElement === document.body || dialog.contains(document.activeElement))
        focus(before.current?.opener)
    })
  }
}

/** The running animations that fade an element, or a part of the page around it. Others say nothing about its visibility. */
function animationsOf(element: Element): readonly Animation[] {
  return document.getAnimations().filter(({ playState, effect }) => {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.pseudoElement) return false
    const isAround = effect.target !== document.body && effect.target?.contains(element)
    const fades = () => effect.getKeyframes().some((frame) => 'opacity' in frame || 'visibility' in frame)
    return isAround && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && fades()
  })
}

let isMissingTold = false

/** Logs once that the stylesheet is missing: nothing else explains the modal's look. Silent without a layout, as in tests. */
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
