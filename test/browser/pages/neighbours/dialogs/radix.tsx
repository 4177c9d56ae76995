import { Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import type { NeighbourProps } from '../neighbour.ts'

export function Neighbour({ isOpen, onClose, children }: NeighbourProps) {
  return (
    <Root open={isOpen} onOpenChange={(isWanted) => isWanted || onClose()}>
      <Portal>
        <Overlay className="theirs-backdrop" />
        <Content className="theirs" aria-describedby={undefined}>
          <Title>Theirs</Title>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
