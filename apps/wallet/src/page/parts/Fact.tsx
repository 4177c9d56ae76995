import type { ReactNode } from 'react'
import { fill, nameChain, nameRequested, selectPlural, useWords } from '../words/words.ts'

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt className="quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The chains of a question, and the methods that the app can call on them. */
export function PermissionFacts(props: { readonly chains: readonly string[]; readonly methods: readonly string[] }) {
  const { chains, methods } = props
  const words = useWords()
  const { messages } = words
  return (
    <>
      <Fact name={selectPlural(words, messages.onChains, chains.length)}>
        <ul className="chips">
          {chains.map((chain) => (
            <li key={chain}>{nameChain(words, chain)}</li>
          ))}
        </ul>
      </Fact>
      <Fact name={messages.mayAsk}>
        {methods.length === 0
          ? messages.mayAskNothing
          : fill(messages.mayAskThese, { methods: nameRequested(words, methods) })}
      </Fact>
    </>
  )
}
