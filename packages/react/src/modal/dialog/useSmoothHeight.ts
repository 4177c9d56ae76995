import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Lets the dialog grow and shrink smoothly with its content. The stylesheet decides the duration and whether the change is
 * visible: without a transition the height changes at once.
 */
export function useSmoothHeight(ref: RefObject<HTMLDialogElement | null>): void {
  const settled = useRef(0)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    // At once, because no frame may run before the dialog opens again.
    if (!dialog.open) settled.current = 0
    // Still before the next paint. At once, the browser would lay out the page in the task that changed it, and make it long.
    const frame = requestAnimationFrame(() => {
      settled.current = dialog.open ? moveHeight(dialog, settled.current) : 0
    })
    return () => cancelAnimationFrame(frame)
  })
}

/** Moves the dialog from a settled height to that of its content, and returns the latter. A height of 0 is not known yet. */
function moveHeight(dialog: HTMLDialogElement, settled: number): number {
  const from = dialog.hasAttribute('data-resizing') ? dialog.offsetHeight : settled
  release(dialog)
  const to = dialog.offsetHeight
  if (from === 0 || Math.abs(from - to) < 2) return to
  // Set by CSSOM and as important, to override the stylesheet's height, which a page cannot change.
  dialog.style.setProperty('block-size', `${from}px`, 'important')
  dialog.toggleAttribute('data-resizing', true)
  // Reading the height makes the browser start the transition from the first height.
  void dialog.offsetHeight
  dialog.style.setProperty('block-size', `${to}px`, 'important')
  const moves = dialog.getAnimations?.() ?? []
  // Rejects if the next change cuts this one short; that change begins at the current height.
  Promise.all(moves.map((move) => move.finished)).then(
    () => release(dialog),
    () => {},
  )
  return to
}

function release(dialog: HTMLDialogElement): void {
  dialog.style.removeProperty('block-size')
  dialog.removeAttribute('data-resizing')
}
