/** What stands in the page's place while its server does not answer. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main className="waiting">
      <div className="notice" role="alert">
        <p>This page cannot reach its server.</p>
        <button type="button" className="button" onClick={onRetry}>
          Retry
        </button>
      </div>
    </main>
  )
}
