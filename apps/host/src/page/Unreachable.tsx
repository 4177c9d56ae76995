import type { HostMessages } from './texts/messages/en.ts'

/** Replaces the page while its server does not answer. */
export function Unreachable({ texts, onRetry }: { readonly texts: HostMessages; readonly onRetry: () => void }) {
  return (
    <main className="page stack">
      <div className="notice" role="alert">
        <p>{texts.unreachable}</p>
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      </div>
    </main>
  )
}
