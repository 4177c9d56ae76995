import type { SignRequest } from '../signRequest.ts'
import { Icon } from './Icon.tsx'

/** All of what would be signed: as text where it is text, and as bytes. */
export function MessageText({ request }: { readonly request: SignRequest }) {
  const { text, hex } = request
  return (
    <div className="message">
      {text === undefined ? (
        <>
          <p className="notice warn">
            <Icon name="warning" />
            <span>This is no readable text. Sign it only if you know what these bytes mean.</span>
          </p>
          <MessageBox name="Bytes to sign, in hex" value={hex} />
        </>
      ) : (
        <>
          {request.hasHiddenCharacters && (
            <p className="notice warn">
              <Icon name="warning" />
              <span>
                This text holds characters you cannot see or that change the order of others. Compare the bytes.
              </span>
            </p>
          )}
          <MessageBox name="Text to sign" value={text} />
          {text === '' && <p className="quiet">The text is empty.</p>}
          <details>
            <summary>Show the bytes</summary>
            <MessageBox name="Bytes to sign, in hex" value={hex} />
          </details>
        </>
      )}
    </div>
  )
}

/** Scrolls, also by keyboard. */
function MessageBox({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <section aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse */}
      <pre className="text" tabIndex={0} dir="auto">
        {value}
      </pre>
    </section>
  )
}
