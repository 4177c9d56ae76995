import type { FailureCode } from '@hawser/core'
import type { FirstMessages } from '../../messages/modal/en.ts'
import { lostText } from './firstProblem.ts'
import { WayOn } from './WayOn.tsx'

/** In the place of what could not be fetched: that it is so, and the way on. */
export function Unavailable({
  code,
  messages,
  onRetry,
}: {
  /** That of the failure. */
  readonly code: FailureCode | undefined
  readonly messages: FirstMessages
  readonly onRetry: () => void
}) {
  return (
    <div className="hawser-notice" role="alert">
      <p className="hawser-detail">{lostText(code, messages)}</p>
      <div className="hawser-buttons">
        <WayOn code={code} messages={messages} kind="primary" onRetry={onRetry} />
      </div>
    </div>
  )
}
