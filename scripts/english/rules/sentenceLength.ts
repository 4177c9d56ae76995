import type { Rule } from './rule.ts'

/** The most words in a sentence: a reader keeps no more in mind. */
export const longestSentence = 32

export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

export const sentenceLength: Rule = {
  name: 'sentence-length',
  check: ({ text }) => {
    const { length } = wordsOf(text)
    return length <= longestSentence
      ? []
      : [{ index: 0, advice: `${length} words, at most ${longestSentence}: make it two sentences` }]
  },
}
