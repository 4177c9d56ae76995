import type { FailureCode } from '@hawser/core'
import type { FirstMessages } from '../../messages/modal/en.ts'
import { loadFailureText } from './firstProblem.ts'
import { RetryOrReloadButton } from './RetryOrReloadButton.tsx'

/** Replaces a component that could not be fetched: says so, and offers the next step. */
export function Unavailable({
  code,
  messages,
  onRetry,
}: {
  /** The error code of the failure. */
  readonly code: FailureCode | undefined
  readonly messages: FirstMessages
  readonly onRetry: () => void
}) {
  return (
    <div className="hawser-notice" role="alert">
      <p className="hawser-detail">{loadFailureText(code, messages)}</p>
      <div className="hawser-buttons">
        <RetryOrReloadButton code={code} messages={messages} kind="primary" onRetry={onRetry} />
      </div>
    </div>
  )
}
