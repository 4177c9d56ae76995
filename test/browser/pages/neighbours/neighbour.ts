import type { ReactNode } from 'react'

/** A dialog of another library, as its documentation shows it. Its name is "Theirs". */
export type NeighbourProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}
