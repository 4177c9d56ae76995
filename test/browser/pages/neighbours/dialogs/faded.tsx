import { useEffect } from 'react'
import type { NeighbourProps } from '../neighbour.ts'

/** A dialog of the page's own, which is always in the page and fades in by its class. */
export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen, onClose])
  return (
    <div className={isOpen ? 'faded faded-open' : 'faded'} role="dialog" aria-modal="true" aria-labelledby="theirs">
      <h2 id="theirs">Theirs</h2>
      {children}
    </div>
  )
}
