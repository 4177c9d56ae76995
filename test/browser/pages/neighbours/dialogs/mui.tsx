import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby="theirs">
      <DialogTitle id="theirs">Theirs</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  )
}
