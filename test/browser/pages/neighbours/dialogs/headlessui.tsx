import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <Dialog open={isOpen} onClose={onClose}>
      <DialogBackdrop className="theirs-backdrop" />
      <DialogPanel className="theirs">
        <DialogTitle>Theirs</DialogTitle>
        {children}
      </DialogPanel>
    </Dialog>
  )
}
