import type { TypedData, TypedNode } from '../requests/typedData.ts'
import { fill, useWords } from '../words/words.ts'
import { Notice } from './controls.tsx'
import { MessageBox } from './MessageText.tsx'

/** All typed data that would be signed: every value with its name, and the hash. */
export function TypedDataTree(props: { readonly typedData: TypedData; readonly hasHiddenCharacters: boolean }) {
  const { typedData } = props
  const { messages } = useWords()
  const title = fill(messages.dataToSign, { type: typedData.primaryType })
  return (
    <div className="column tight">
      <Notice kind="warn">
        {messages.dataCaution} {messages.dataNoDomain}
      </Notice>
      {props.hasHiddenCharacters && <Notice kind="warn">{messages.dataHidden}</Notice>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse */}
      <section className="data box sunken column tight" aria-label={title} tabIndex={0}>
        <h2>{title}</h2>
        <Nodes nodes={typedData.message} />
        {typedData.domain.length > 0 && (
          <>
            <h2>{messages.domainOfData}</h2>
            <Nodes nodes={typedData.domain} />
          </>
        )}
      </section>
      <details>
        <summary className="quiet">{messages.showHash}</summary>
        <MessageBox name={messages.hashToSign} value={typedData.hash} />
      </details>
    </div>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly TypedNode[] }) {
  const { messages } = useWords()
  if (nodes.length === 0) return <p className="quiet">{messages.emptyList}</p>
  return (
    <ul className="tree column tight" dir="ltr">
      {nodes.map(({ name, type, value }) => (
        <li key={name}>
          <p className="quiet">
            <strong>{name}</strong> <code>{type}</code>
          </p>
          {typeof value === 'string' ? (
            <p className="value" dir="auto">
              {value}
            </p>
          ) : (
            <Nodes nodes={value} />
          )}
        </li>
      ))}
    </ul>
  )
}
