/** Where the card was a moment ago. */
export type FormerPlace = {
  /** Whether a press there was meant for something that has just moved away. */
  covers(press: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean
  stop(): void
}

// A visitor sees where something is about a third of a second before the finger or the mouse comes down.
const aimMs = 500

/** Follows the card: it is in the middle of the page, so all of it moves when parts of it come late. */
export function followCard(dialog: HTMLElement): FormerPlace {
  let movedAt = Number.NEGATIVE_INFINITY
  let box = dialog.getBoundingClientRect()
  let former = box
  const isAiming = () => performance.now() - movedAt < aimMs

  function handleResize(): void {
    const next = dialog.getBoundingClientRect()
    if (next.top === box.top && next.bottom === box.bottom) return
    // A card that grows and shrinks by an animation was at all of these places.
    former = isAiming() ? union(former, box) : box
    box = next
    movedAt = performance.now()
  }

  const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(handleResize) : undefined
  observer?.observe(dialog)
  return {
    covers({ clientX, clientY }) {
      const isInside =
        clientX > former.left && clientX < former.right && clientY > former.top && clientY < former.bottom
      return isInside && isAiming()
    },
    stop: () => observer?.disconnect(),
  }
}

function union(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const [right, bottom] = [Math.max(one.right, other.right), Math.max(one.bottom, other.bottom)]
  return new DOMRect(left, top, right - left, bottom - top)
}
