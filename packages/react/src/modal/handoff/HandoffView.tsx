import { loadPart } from '@hawser/core'
import { createLazyView } from '../frame/createLazyView.tsx'
import { useChunk } from '../frame/useChunk.ts'
import type { ViewProps } from '../frame/viewProps.ts'

/** The handoff view, a separate chunk because few visitors use it. */
export const HandoffView = createLazyView<ViewProps>(
  async () => (await import('./Handoff.tsx')).Handoff,
  ({ messages }) => messages.usePhone,
)

const fetchUndo = () => loadPart(async () => (await import('./Handoff.tsx')).HandoffUndo)

/** The undo button of a handoff, in the view of a linked wallet. */
export function UndoHandoff(props: ViewProps) {
  const { Part } = useChunk(fetchUndo)
  return Part === undefined ? null : <Part {...props} />
}
