import { useEffect, useRef } from 'react'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) ref.current?.showModal()
    else ref.current?.close()
  }, [isOpen])
  return (
    <dialog ref={ref} aria-labelledby="theirs" onClose={onClose}>
      <h2 id="theirs">Theirs</h2>
      {children}
    </dialog>
  )
}
