import { Drawer } from 'vaul'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <Drawer.Root open={isOpen} onOpenChange={(isWanted) => isWanted || onClose()}>
      <Drawer.Portal>
        <Drawer.Overlay className="theirs-backdrop" />
        <Drawer.Content className="theirs" aria-describedby={undefined}>
          <Drawer.Title>Theirs</Drawer.Title>
          {children}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
