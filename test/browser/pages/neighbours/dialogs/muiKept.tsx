import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import type { NeighbourProps } from '../neighbour.ts'

/** MUI keeps this dialog in the page while it is closed, hidden by `visibility`. */
export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} keepMounted aria-labelledby="theirs">
      <DialogTitle id="theirs">Theirs</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  )
}
