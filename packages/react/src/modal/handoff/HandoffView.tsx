import { loadPart } from '@hawser/core'
import { firstParts } from '../firstParts.ts'
import { useChunk } from '../frame/useChunk.ts'
import type { ViewProps } from '../frame/viewProps.ts'

const { Unavailable, ViewFrame } = firstParts
const fetchHandoff = () => loadPart(async () => (await import('./Handoff.tsx')).Handoff)
const fetchUndo = () => loadPart(async () => (await import('./Handoff.tsx')).HandoffUndo)

/** A handoff in a chunk of its own: few visitors have one. */
export function HandoffView(props: ViewProps) {
  const { messages } = props
  const { Part, errorCode, load } = useChunk(fetchHandoff)
  if (Part !== undefined) return <Part {...props} />
  return (
    <ViewFrame {...props} heading={messages.usePhone}>
      <div className="hawser-body" aria-busy={errorCode === undefined}>
        {errorCode !== undefined && <Unavailable code={errorCode} messages={messages} onRetry={load} />}
      </div>
    </ViewFrame>
  )
}

/** The same of what it leaves in the view of a linked wallet. */
export function UndoHandoff(props: ViewProps) {
  const { Part } = useChunk(fetchUndo)
  return Part === undefined ? null : <Part {...props} />
}
