import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Lets the dialog grow and shrink with its content instead of jumping. The stylesheet decides how long that takes, and
 * whether it is visible: without a transition it is over at once.
 */
export function useSmoothHeight(ref: RefObject<HTMLDialogElement | null>): void {
  const settled = useRef(0)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (!dialog.open) {
      settled.current = 0
      return
    }
    const from = dialog.hasAttribute('data-resizing') ? dialog.offsetHeight : settled.current
    release(dialog)
    const to = dialog.offsetHeight
    settled.current = to
    if (from === 0 || Math.abs(from - to) < 2) return
    // By CSSOM, and important: so it overrides the stylesheet's own height, which no page may change.
    dialog.style.setProperty('block-size', `${from}px`, 'important')
    dialog.toggleAttribute('data-resizing', true)
    // Read, so that the browser starts the transition from the first height.
    void dialog.offsetHeight
    dialog.style.setProperty('block-size', `${to}px`, 'important')
    const moves = dialog.getAnimations?.() ?? []
    // Cut short by the next change, which begins at the present height.
    Promise.all(moves.map((move) => move.finished)).then(
      () => release(dialog),
      () => {},
    )
  })
}

function release(dialog: HTMLDialogElement): void {
  dialog.style.removeProperty('block-size')
  dialog.removeAttribute('data-resizing')
}
