import type { ReactNode } from 'react'
import { formFor, nameChain, useWords } from '../words/words.ts'

/** One fact with its name. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The chains a question is about. */
export function ChainFact({ chains }: { readonly chains: readonly string[] }) {
  const words = useWords()
  return (
    <Fact name={formFor(words, words.messages.onChains, chains.length)}>
      <ul className="chips">
        {chains.map((chain) => (
          <li key={chain}>{nameChain(words, chain)}</li>
        ))}
      </ul>
    </Fact>
  )
}
