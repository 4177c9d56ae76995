import { type HandoffCode, loadPart } from '@hawser/core'
import { firstParts } from '../firstParts.ts'
import { useChunk } from '../frame/useChunk.ts'
import type { FirstViewProps } from '../frame/viewProps.ts'

const { Unavailable } = firstParts
const fetchFailure = () => loadPart(async () => (await import('./Handoff.tsx')).HandoffFailure)

/**
 * Says how a handoff that started automatically ended. If the code of this view cannot be loaded, there is no text, only a
 * button to try again.
 */
export function LazyHandoffFailure({
  code,
  linker,
  messages,
}: Pick<FirstViewProps, 'linker' | 'messages'> & { readonly code: HandoffCode }) {
  const { Part, errorCode } = useChunk(fetchFailure)
  const start = () => linker.startHandoff()
  return (
    <div className="hawser-notice" role="alert">
      {Part !== undefined && <Part code={code} linker={linker} messages={messages} />}
      {errorCode !== undefined && <Unavailable code={errorCode} messages={messages} onRetry={start} />}
    </div>
  )
}
