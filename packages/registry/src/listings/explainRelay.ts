import { parseRelayAddress } from '@hawser/wire'
import { type Fault, quote } from './problem.ts'

/** Explains why a text is not a relay address as `parseRelayAddress` writes it, or returns undefined. */
export function explainRelay(text: string): Fault | undefined {
  const address = parseRelayAddress(text)
  if (address === text) return undefined
  return address === undefined
    ? {
        what: `${quote(text)} is not a relay.`,
        mend: 'Give the address the wallet dials, such as "wss://relay.example".',
      }
    : { what: `${quote(text)} is not in the form that is compared.`, mend: `Write ${quote(address)}.` }
}
