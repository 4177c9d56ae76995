/** The recent place of the card. */
export type CardPosition = {
  /** Whether a press at this point was meant for something that has just moved away. */
  covers(press: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean
  stop(): void
}

// Visitors aim at what they saw about a third of a second before the finger or the mouse comes down.
const aimMs = 500

/** Follows the card. The card is in the middle of the page, so all of it moves when its parts load late. */
export function trackCardPosition(card: Element): CardPosition {
  let box = card.getBoundingClientRect()
  let { top, bottom } = box
  let movedAt = -aimMs
  const isAiming = () => performance.now() - movedAt < aimMs
  // An old browser without ResizeObserver closes on such a press.
  if (typeof ResizeObserver !== 'function') return { covers: () => false, stop() {} }

  const observer = new ResizeObserver(() => {
    // An animated card passed through all of these places.
    if (!isAiming()) ({ top, bottom } = box)
    top = Math.min(top, box.top)
    bottom = Math.max(bottom, box.bottom)
    box = card.getBoundingClientRect()
    movedAt = performance.now()
  })
  observer.observe(card)
  return {
    covers: ({ clientX, clientY }) =>
      isAiming() && clientY > top && clientY < bottom && clientX > box.left && clientX < box.right,
    stop: () => observer.disconnect(),
  }
}
