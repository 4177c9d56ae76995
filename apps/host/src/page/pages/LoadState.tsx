import { usePage } from './pageContext.ts'

type LoadStateProps = { readonly isFailed: boolean; readonly failure: string; readonly onRetry: () => void }

/** What stands where a list will be: that it loads, or that it could not be loaded. */
export function LoadState({ isFailed, failure, onRetry }: LoadStateProps) {
  const { texts } = usePage()
  if (!isFailed) {
    return (
      <div className="bones" role="status">
        <span className="only-read">{texts.loading}</span>
        <span className="bone" aria-hidden="true" />
        <span className="bone" aria-hidden="true" />
      </div>
    )
  }
  return (
    <div className="notice" role="alert">
      <p>{failure}</p>
      <button type="button" className="button" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  )
}
