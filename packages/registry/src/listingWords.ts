import { domainToUnicode } from 'node:url'
import type { Listing } from '@hawser/wire'
import { searchWords } from './searchWords.ts'
import { collectWords, type WordList } from './wordList.ts'

/** What a word is to a listing: its whole name without spaces, a word of it, a part of its rdns or host, or the usual part. */
export const wordKinds = { name: 0, nameWord: 1, address: 2, usual: 3 } as const

/** Every word of the listings, and for each the listings it belongs to. */
export type ListingWords = {
  readonly words: WordList
  /** Where the uses of each word begin in `uses`, and where those of the last end. */
  readonly useStarts: Uint32Array
  /** A listing's position × 4 + what the word is to it. */
  readonly uses: Uint32Array
}

// A host that is longer is none; the rdns has a limit of its own.
const maxHostLength = 253

/** Collects the words of listings by which they are searched. */
export function collectListingWords(listings: readonly Listing[]): ListingWords {
  const collector = collectWords()
  const numbers: number[] = []
  const uses: number[] = []
  for (const [position, listing] of listings.entries()) {
    const first = numbers.length
    const add = (word: string, kind: number) => {
      const number = collector.add(word)
      // Each once, as the first that it is: that ranks highest.
      if (numbers.indexOf(number, first) !== -1) return
      numbers.push(number)
      uses.push(position * 4 + kind)
    }
    const name = searchWords(listing.name)
    add(name.join(''), wordKinds.name)
    for (const word of name) add(word, wordKinds.nameWord)
    for (const [word, isUsual] of addressWords(listing)) add(word, isUsual ? wordKinds.usual : wordKinds.address)
  }
  const words = collector.finish()
  return { words, ...groupByWord(words.count, numbers, uses) }
}

/** The parts of the rdns and of the homepage's host; `com`, `io`, `www` and the like tell nothing apart alone. */
function addressWords({ rdns, homepage }: Listing): readonly (readonly [word: string, isUsual: boolean])[] {
  const names = rdns === undefined ? [] : searchWords(rdns)
  // As `URL` wrote it.
  const host = homepage?.split('/', 3)[2] ?? ''
  const labels = host.length > maxHostLength ? [] : searchWords(host.includes('xn--') ? domainToUnicode(host) : host)
  const parts = [
    ...names.map((word, index) => [word, index === 0] as const),
    ...labels.map((word, index) => [word, index === labels.length - 1 || word === 'www'] as const),
  ]
  return parts.sort(([, a], [, b]) => Number(a) - Number(b))
}

function groupByWord(count: number, numbers: readonly number[], uses: readonly number[]) {
  const useStarts = new Uint32Array(count + 1)
  for (const number of numbers) useStarts[number + 1] = (useStarts[number + 1] ?? 0) + 1
  for (let number = 0; number < count; number += 1)
    useStarts[number + 1] = (useStarts[number + 1] ?? 0) + (useStarts[number] ?? 0)
  const next = useStarts.slice()
  const grouped = new Uint32Array(uses.length)
  for (const [index, number] of numbers.entries()) {
    const at = next[number] ?? 0
    grouped[at] = uses[index] ?? 0
    next[number] = at + 1
  }
  return { useStarts, uses: grouped }
}
