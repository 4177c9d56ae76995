import type { StoredAnswer } from './storedAnswer.ts'

/** A cache of answers that forgets the least recently requested answers first. */
export type AnswerCache = {
  get(key: string): StoredAnswer | undefined
  put(key: string, answer: StoredAnswer): void
  readonly length: number
}

/** @param maxLength - bytes of all stored answers */
export function createAnswerCache(maxLength = 16 * 1024 * 1024): AnswerCache {
  const kept = new Map<string, StoredAnswer>()
  let length = 0
  return {
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    put(key, answer) {
      const before = kept.get(key)
      if (before !== undefined) length -= lengthOf(key, before)
      kept.delete(key)
      kept.set(key, answer)
      length += lengthOf(key, answer)
      for (const [oldest, old] of kept) {
        if (length <= maxLength) return
        kept.delete(oldest)
        length -= lengthOf(oldest, old)
      }
    },
    get length() {
      return length
    },
  }
}

/** The length of an entry, plus half of the answer's own length for its compressed forms. */
function lengthOf(key: string, answer: StoredAnswer): number {
  return 2 * key.length + 1.5 * answer.length
}
