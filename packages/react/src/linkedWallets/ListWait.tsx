import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'

/** What stands where a list will be: that it loads, or why it could not be loaded. Without texts yet, its shape alone. */
export function ListWait(props: {
  readonly texts: LinkedWalletsMessages | undefined
  /** Undefined while it loads. */
  readonly failure: string | undefined
  readonly onRetry: () => void
}) {
  const { texts, failure, onRetry } = props
  if (failure !== undefined) {
    return (
      <div className="hawser-linked-notice" role="alert">
        <p>{failure}</p>
        <button type="button" className="hawser-linked-button" onClick={onRetry}>
          {texts?.retry}
        </button>
      </div>
    )
  }
  return (
    <div className="hawser-linked-wait" role="status">
      <span className="hawser-linked-hidden">{texts?.loading}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
