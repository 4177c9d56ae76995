import type { SignRequest } from '../requests/signRequest.ts'
import { useWords } from '../words/words.ts'
import { Notice } from './controls.tsx'

/** Everything that would be signed: as bytes, and as text if the bytes are text. */
export function MessageText({ request }: { readonly request: SignRequest }) {
  const { text, hex } = request
  const { messages } = useWords()
  const bytes = <MessageBox name={messages.bytesToSign} value={hex} />
  if (text === undefined)
    return (
      <div className="column tight">
        <Notice kind="warn">{messages.notText}</Notice>
        {bytes}
      </div>
    )
  return (
    <div className="column tight">
      {request.hasHiddenCharacters && <Notice kind="warn">{messages.hidden}</Notice>}
      <MessageBox name={messages.textToSign} value={text} />
      {text === '' && <p className="quiet">{messages.emptyText}</p>}
      <details>
        <summary className="quiet">{messages.showBytes}</summary>
        {bytes}
      </details>
    </div>
  )
}

/** A box that scrolls, also by keyboard. */
export function MessageBox({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <section aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse */}
      <pre className="text box sunken" tabIndex={0} dir="auto">
        {value}
      </pre>
    </section>
  )
}
