import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <ModalOverlay
      className="theirs-backdrop"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(isWanted) => isWanted || onClose()}
    >
      <Modal className="theirs">
        <Dialog>
          <Heading slot="title">Theirs</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
