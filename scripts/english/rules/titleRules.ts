import { bannedWords, createWordRule } from './bannedWords.ts'
import type { Rule } from './rule.ts'
import { spokenWords } from './spokenWords.ts'

/** Longer titles break the lines of a list of results. */
export const longestTitle = 90

const titleWords = createWordRule('title-words', [
  ...spokenWords,
  [/\b(?:of|to|for) (?:which|whom)\b/gi, 'make it two clauses, or two tests'],
])

/** The ids of requirements, threats and faults, with which a title can begin. */
const ids = String.raw`(?:[A-Z](?:-?[A-Z]?\d+[a-f]?)?[,:]? )*`
const clause = new RegExp(`(?:^${ids}|[:;] (?:and )?|, and )(?:who|what|whatever|whichever) `, 'g')

const titleClause: Rule = {
  name: 'title-clause',
  check: ({ text }) =>
    [...text.matchAll(clause)].map(({ index }) => ({
      index,
      advice: 'name the subject: "a client that …", "an expired message …"',
    })),
}

const titleLength: Rule = {
  name: 'title-length',
  check: ({ text: { length } }) =>
    length <= longestTitle
      ? []
      : [{ index: longestTitle, advice: `${length} characters, at most ${longestTitle}: say only the behaviour` }],
}

/** The rules for the title of a test, including the banned words of all texts. */
export const titleRules: readonly Rule[] = [bannedWords, titleWords, titleClause, titleLength]
