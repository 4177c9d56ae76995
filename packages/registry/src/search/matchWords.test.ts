import { isNight } from '@hawser/test-kit/night'
import { expect, test } from 'vitest'
import { createWordMatcher, type WordMatch } from './matchWords.ts'
import { allowedTypos, isUnfinished } from './typos.ts'
import { createWordList } from './wordList.ts'

type Random = ReturnType<typeof createRandom>

/** Creates a generator of the same numbers in each run (xorshift32). */
function createRandom(seed: number) {
  let state = seed
  const integer = (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  return { integer, pick: <T>(list: readonly T[]) => list[integer(list.length)] as T }
}

const scripts = ['abcdefghijklmnopqrstuvwxyz0189', 'aeilnorstw', 'абвгдежзийклмн', '钱包金银币链钥']

/**
 * Computes the restricted Damerau-Levenshtein distance by its table, row by row. The last row contains the distance to
 * each beginning of `word`.
 */
function distances(text: string, word: string): readonly number[] {
  const table: number[][] = [Array.from({ length: word.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= text.length; row += 1) {
    const costs = [row]
    for (let column = 1; column <= word.length; column += 1) {
      const differs = text[row - 1] === word[column - 1] ? 0 : 1
      const swaps = row > 1 && column > 1 && text[row - 1] === word[column - 2] && text[row - 2] === word[column - 1]
      costs[column] = Math.min(
        (table[row - 1]?.[column] ?? 0) + 1,
        (costs[column - 1] ?? 0) + 1,
        (table[row - 1]?.[column - 1] ?? 0) + differs,
        swaps ? (table[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    table.push(costs)
  }
  return table.at(-1) ?? []
}

function matchByTable(text: string, word: string): WordMatch | undefined {
  if (word === text) return 'same'
  if (word.startsWith(text)) return 'begins'
  if (word.includes(text)) return 'contains'
  const limit = allowedTypos(text.length)
  const all = distances(text, word)
  const typos = isUnfinished(text.length) ? Math.min(...all) : (all.at(-1) ?? 0)
  return typos > limit ? undefined : typos === 1 ? 'oneTypo' : 'twoTypos'
}

const wordOf = (random: Random, letters: string, longest: number) =>
  Array.from({ length: 1 + random.integer(longest) }, () => random.pick([...letters])).join('')

function mutate(random: Random, word: string, letters: string): string {
  const units = [...word]
  for (let turn = random.integer(4); turn > 0; turn -= 1) {
    const at = random.integer(units.length + 1)
    const kind = random.integer(4)
    if (kind === 0) units.splice(at, 1)
    else if (kind === 1) units.splice(at, 0, random.pick([...letters]))
    else if (kind === 2) units.splice(at, 1, random.pick([...letters]))
    else units.splice(at, 2, ...units.slice(at, at + 2).reverse())
  }
  const from = random.integer(10) < 3 ? random.integer(units.length + 1) : 0
  return units.slice(from, from + 1 + random.integer(14)).join('')
}

test('the fast path matches the same words as a table of distances', () => {
  const random = createRandom(7)
  const turns = isNight ? 800 : 60
  let matches = 0
  for (const letters of scripts) {
    const words = [...new Set(Array.from({ length: 300 }, () => wordOf(random, letters, 18)))]
    const { list, numbers } = createWordList(words)
    const match = createWordMatcher(list)
    for (let turn = 0; turn < turns; turn += 1) {
      const text = mutate(random, random.pick(words), letters)
      if (text === '') continue
      const found = new Map<number, WordMatch>()
      match(text, (number, how) => {
        expect(found.has(number), text).toBe(false)
        found.set(number, how)
      })
      for (const [index, word] of words.entries()) {
        const expected = matchByTable(text, word)
        const taken = found.get(numbers[index] ?? -1)
        if (taken !== expected) expect({ text, word, match: taken }).toEqual({ text, word, match: expected })
      }
      matches += found.size
    }
  }
  expect(matches).toBeGreaterThan(6 * turns)
})

test('no words, a text longer than all of them, and one that none contains', () => {
  const of = (words: readonly string[], text: string) => {
    const found: [string, WordMatch][] = []
    const { list, numbers } = createWordList(words)
    createWordMatcher(list)(text, (number, how) => found.push([words[numbers.indexOf(number)] ?? '', how]))
    return found
  }
  expect(of([], 'wallet')).toEqual([])
  expect(of(['a', 'bc'], 'wallet')).toEqual([])
  expect(of(['wallets', 'walet', 'mywallet', 'safe'], 'wallet')).toEqual([
    ['walet', 'oneTypo'],
    ['wallets', 'begins'],
    ['mywallet', 'contains'],
  ])
})
