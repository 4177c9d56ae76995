import { ChakraProvider, Dialog, defaultSystem, Portal } from '@chakra-ui/react'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <ChakraProvider value={defaultSystem}>
      <Dialog.Root open={isOpen} onOpenChange={({ open }) => open || onClose()}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>Theirs</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>{children}</Dialog.Body>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraProvider>
  )
}
