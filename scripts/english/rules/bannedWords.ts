import type { Mistake, Rule } from './rule.ts'

/** Patterns of words, each with the advice for a better wording. */
export type WordAdvice = readonly (readonly [pattern: RegExp, advice: string])[]

/** Constructions that read like a translation. */
const banned: WordAdvice = [
  [/\b(?:is|are|was|were|be|been|there) none\b/gi, 'say what is missing: "has no key", "is not a wallet"'],
  [/\bthere (?:is|are|was|were) none\b/gi, 'say what is missing: "without a key"'],
  [/\b(?:is|are|was|were|be|been|being) told\b/gi, 'name who reports what: "the relay reports", "the page shows"'],
  [/\b(?:is|are|was|were|be|been) wanted\b/gi, 'say "needed", "required" or who asks'],
  [
    /\b(?:stands?|stood)\b(?!-| in for\b| for\b| out\b| alone\b)/gi,
    'say where it is or what it does: "is in", "remains"',
  ],
  [/\banew\b/gi, 'say "again"'],
  [/\bas good as\b/gi, 'say "almost"'],
]

/** Creates a rule that refuses each of the words. Of two that overlap it reports the first. */
export function createWordRule(name: string, words: WordAdvice): Rule {
  return {
    name,
    check: ({ text }) => {
      const mistakes: Mistake[] = []
      for (const [pattern, advice] of words) {
        for (const match of text.matchAll(pattern)) {
          if (mistakes.some(({ index }) => Math.abs(index - match.index) < match[0].length)) continue
          mistakes.push({ index: match.index, advice: `"${match[0]}": ${advice}` })
        }
      }
      return mistakes
    },
  }
}

export const bannedWords: Rule = createWordRule('banned-words', banned)
