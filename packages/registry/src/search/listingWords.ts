import { domainToUnicode } from 'node:url'
import type { Listing } from '@hawser/wire'
import { createWordMatcher, type WordMatcher } from './matchWords.ts'
import { searchWords } from './searchWords.ts'
import { createWordList } from './wordList.ts'

/**
 * The role of a word in a listing. `name` is the whole name without spaces, and `address` a distinctive part of the rdns or
 * host. `usual` is a part such as `com`.
 */
export const wordKinds = { name: 0, nameWord: 1, address: 2, usual: 3 } as const

/** Every word of the listings, and the listings of each word. */
export type ListingWords = {
  readonly match: WordMatcher
  /** The start of each word's uses in `uses`, and the end of the last word's uses. */
  readonly useStarts: Int32Array
  /** A listing's position × 4 + the role of the word in it. */
  readonly uses: Int32Array
  /** A byte for each listing: memory that each search reuses. */
  readonly scratch: { readonly byAll: Uint8Array; readonly byWord: Uint8Array }
}

// DNS allows no longer host. The rdns has its own limit.
const maxHostLength = 253

/** Collects the words by which listings are searched. */
export function collectListingWords(listings: readonly Listing[]): ListingWords {
  const places = new Map<string, number>()
  const wordStarts = new Int32Array(listings.length + 1)
  const wordsOf: number[] = []
  let first = 0
  const placeOf = (word: string) => {
    const place = places.get(word) ?? places.size
    if (place === places.size) places.set(word, place)
    return place
  }
  const add = (word: string, kind: number) => {
    const place = placeOf(word)
    // A listing has each word once, in its first role, which ranks highest.
    for (let at = first; at < wordsOf.length; at += 1) if ((wordsOf[at] ?? 0) >>> 2 === place) return
    wordsOf.push(place * 4 + kind)
  }
  for (const [position, listing] of listings.entries()) {
    first = wordsOf.length
    const name = searchWords(listing.name)
    add(name.join(''), wordKinds.name)
    for (const word of name) add(word, wordKinds.nameWord)
    addAddresses(listing, add)
    wordStarts[position + 1] = wordsOf.length
  }
  const { list, numbers } = createWordList([...places.keys()])
  const numbered = Int32Array.from(wordsOf, (of) => (numbers[of >>> 2] ?? 0) * 4 + (of & 3))
  return {
    match: createWordMatcher(list),
    ...groupByWord(list.count, wordStarts, numbered),
    scratch: { byAll: new Uint8Array(listings.length), byWord: new Uint8Array(listings.length) },
  }
}

/**
 * Adds the parts of the rdns and of the homepage's host. Parts such as `com`, `io` and `www` distinguish nothing alone,
 * so their role is `usual`.
 */
function addAddresses({ rdns, homepage }: Listing, add: (word: string, kind: number) => void): void {
  const names = rdns === undefined ? [] : searchWords(rdns)
  // The homepage has the form that `URL` writes, in which the third part is the host.
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

/** Converts the words of each listing to the listings of each word. */
function groupByWord(wordCount: number, wordStarts: Int32Array, wordsOf: Int32Array) {
  const useStarts = new Int32Array(wordCount + 1)
  for (const of of wordsOf) useStarts[(of >>> 2) + 1] = (useStarts[(of >>> 2) + 1] ?? 0) + 1
  for (let number = 0; number < wordCount; number += 1)
    useStarts[number + 1] = (useStarts[number + 1] ?? 0) + (useStarts[number] ?? 0)
  const next = useStarts.slice()
  const uses = new Int32Array(wordsOf.length)
  for (let position = 0; position + 1 < wordStarts.length; position += 1) {
    const end = wordStarts[position + 1] ?? 0
    for (let at = wordStarts[position] ?? 0; at < end; at += 1) {
      const of = wordsOf[at] ?? 0
      const use = next[of >>> 2] ?? 0
      uses[use] = position * 4 + (of & 3)
      next[of >>> 2] = use + 1
    }
  }
  return { useStarts, uses }
}
