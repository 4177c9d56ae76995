import type { SignRequest } from '../requests/signRequest.ts'
import { useWords } from '../words/words.ts'
import { Icon } from './Icon.tsx'

/** All of what would be signed: as text where it is text, and as bytes. */
export function MessageText({ request }: { readonly request: SignRequest }) {
  const { text, hex } = request
  const { messages } = useWords()
  return (
    <div className="message">
      {text === undefined ? (
        <>
          <p className="notice warn">
            <Icon name="warning" />
            <span>{messages.notText}</span>
          </p>
          <MessageBox name={messages.bytesToSign} value={hex} />
        </>
      ) : (
        <>
          {request.hasHiddenCharacters && (
            <p className="notice warn">
              <Icon name="warning" />
              <span>{messages.hidden}</span>
            </p>
          )}
          <MessageBox name={messages.textToSign} value={text} />
          {text === '' && <p className="quiet">{messages.emptyText}</p>}
          <details>
            <summary>{messages.showBytes}</summary>
            <MessageBox name={messages.bytesToSign} value={hex} />
          </details>
        </>
      )}
    </div>
  )
}

/** Scrolls, also by keyboard. */
export function MessageBox({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <section aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse */}
      <pre className="text" tabIndex={0} dir="auto">
        {value}
      </pre>
    </section>
  )
}
