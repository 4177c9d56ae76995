import type { WalletEntry } from '@hawser/core'

/** Letters typed one after the other. `at` is when the last one came, in milliseconds. */
export type Typed = { readonly text: string; readonly at: number }

const pauseMs = 700

/** The letters typed so far with one more: after a pause a new word begins. Undefined for a key that is no letter. */
export function typeLetter(typed: Typed, key: string, at: number): Typed | undefined {
  const isNewWord = at - typed.at > pauseMs
  if ([...key].length !== 1 || (key === ' ' && (isNewWord || typed.text === ''))) return undefined
  return { text: (isNewWord ? '' : typed.text) + key.toLowerCase(), at }
}

/**
 * The next wallet whose name begins with what was typed, from `index` on and around the end. The same letter again and again
 * goes from one to the next.
 */
export function findTyped(entries: readonly WalletEntry[], text: string, index: number): number | undefined {
  const letters = [...text]
  const isRepeated = letters.every((letter) => letter === letters[0])
  const wanted = isRepeated ? (letters[0] ?? '') : text
  const start = isRepeated ? index + 1 : index
  for (let step = 0; step < entries.length; step += 1) {
    const at = (start + step) % entries.length
    if (entries[at]?.listing.name.toLowerCase().startsWith(wanted)) return at
  }
  return undefined
}
