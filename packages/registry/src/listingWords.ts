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
  readonly useStarts: Int32Array
  /** A listing's position × 4 + what the word is to it. */
  readonly uses: Int32Array
  /** The same from the other side: where the words of each listing begin in `wordsOf`. */
  readonly wordStarts: Int32Array
  /** A word's number × 4 + what it is to the listing. */
  readonly wordsOf: Int32Array
}

// A host that is longer is none; the rdns has a limit of its own.
const maxHostLength = 253

/** Collects the words of listings by which they are searched. */
export function collectListingWords(listings: readonly Listing[]): ListingWords {
  const collector = collectWords()
  const wordStarts = new Int32Array(listings.length + 1)
  const wordsOf: number[] = []
  let first = 0
  const add = (word: string, kind: number) => {
    const number = collector.add(word)
    // Each once, as the first that it is: that ranks highest.
    for (let at = first; at < wordsOf.length; at += 1) if ((wordsOf[at] ?? 0) >>> 2 === number) return
    wordsOf.push(number * 4 + kind)
  }
  for (const [position, listing] of listings.entries()) {
    first = wordsOf.length
    const name = searchWords(listing.name)
    add(name.join(''), wordKinds.name)
    for (const word of name) add(word, wordKinds.nameWord)
    addAddresses(listing, add)
    wordStarts[position + 1] = wordsOf.length
  }
  const forward = { words: collector.finish(), wordStarts, wordsOf: Int32Array.from(wordsOf) }
  return { ...forward, ...groupByWord(forward) }
}

/** The parts of the rdns and of the homepage's host; `com`, `io`, `www` and the like tell nothing apart alone. */
function addAddresses({ rdns, homepage }: Listing, add: (word: string, kind: number) => void): void {
  const names = rdns === undefined ? [] : searchWords(rdns)
  // As `URL` wrote it.
  const host = homepage?.split('/', 3)[2] ?? ''
  const labels = host.length > maxHostLength ? [] : searchWords(host.includes('xn--') ? domainToUnicode(host) : host)
  const last = labels.length - 1
  const isUsual = (label: string, index: number) => index === last || label === 'www'
  names.forEach((name, index) => {
    if (index > 0) add(name, wordKinds.address)
  })
  labels.forEach((label, index) => {
    if (!isUsual(label, index)) add(label, wordKinds.address)
  })
  for (const name of names.slice(0, 1)) add(name, wordKinds.usual)
  labels.forEach((label, index) => {
    if (isUsual(label, index)) add(label, wordKinds.usual)
  })
}

function groupByWord({ words, wordStarts, wordsOf }: Pick<ListingWords, 'words' | 'wordStarts' | 'wordsOf'>) {
  const useStarts = new Int32Array(words.count + 1)
  for (const of of wordsOf) useStarts[(of >>> 2) + 1] = (useStarts[(of >>> 2) + 1] ?? 0) + 1
  for (let number = 0; number < words.count; number += 1)
    useStarts[number + 1] = (useStarts[number + 1] ?? 0) + (useStarts[number] ?? 0)
  const next = useStarts.slice()
  const uses = new Int32Array(wordsOf.length)
  for (let position = 0; position + 1 < wordStarts.length; position += 1) {
    for (const of of wordsOf.subarray(wordStarts[position], wordStarts[position + 1])) {
      const at = next[of >>> 2] ?? 0
      uses[at] = position * 4 + (of & 3)
      next[of >>> 2] = at + 1
    }
  }
  return { useStarts, uses }
}
