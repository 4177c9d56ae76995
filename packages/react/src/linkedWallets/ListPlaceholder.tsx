import { type FailureCode, reloadPage } from '@hawser/core'
import type { LinkedWalletsTexts } from './useLinkedWalletsMessages.ts'

/** Replaces a list that is loading or could not be loaded. Shows only a shape until the texts are loaded. */
export function ListPlaceholder(props: {
  readonly texts: LinkedWalletsTexts | undefined
  /** Undefined while the list loads. */
  readonly failure: string | undefined
  /** The error code of the failure. */
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

/** A button to try again, or to reload if the server no longer has the page's code. */
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
