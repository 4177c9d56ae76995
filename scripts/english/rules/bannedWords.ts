import type { Mistake, Rule } from './rule.ts'

/** Constructions that read like a translation, each with what a native writer says. */
const banned: readonly (readonly [pattern: RegExp, advice: string])[] = [
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

export const bannedWords: Rule = {
  name: 'banned-words',
  check: ({ text }) => {
    const mistakes: Mistake[] = []
    for (const [pattern, advice] of banned) {
      for (const match of text.matchAll(pattern)) {
        if (mistakes.some(({ index }) => Math.abs(index - match.index) < match[0].length)) continue
        mistakes.push({ index: match.index, advice: `"${match[0]}": ${advice}` })
      }
    }
    return mistakes
  },
}
