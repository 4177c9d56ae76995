import { type FailureCode, reloadPage } from '@hawser/core'
import type { LinkedWalletsTexts } from './useLinkedWalletsMessages.ts'

/** Shown where a list will be: that it loads, or why it could not be loaded. Without texts yet, only its shape. */
export function ListWait(props: {
  readonly texts: LinkedWalletsTexts | undefined
  /** Undefined while it loads. */
  readonly failure: string | undefined
  /** The code of the failure. */
  readonly code: FailureCode | undefined
  readonly onRetry: () => void
}) {
  const { texts, failure, code, onRetry } = props
  if (failure !== undefined) {
    return (
      <div className="hawser-linked-notice" role="alert">
        <p>{failure}</p>
        <ListRetry texts={texts} code={code} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <div className="hawser-linked-wait" role="status">
      <span className="hawser-linked-hidden">{texts?.loading}</span>
      <div aria-hidden="true" />
    </div>
  )
}

/** Another attempt, or a reload if the page's code is gone from the server. */
export function ListRetry(props: {
  readonly texts: LinkedWalletsTexts | undefined
  readonly code: FailureCode | undefined
  readonly onRetry: () => void
}) {
  const { texts, code, onRetry } = props
  const isOutdated = code === 'page_outdated'
  return (
    <button type="button" className="hawser-linked-button" onClick={isOutdated ? reloadPage : onRetry}>
      {isOutdated ? texts?.reload : texts?.retry}
    </button>
  )
}
