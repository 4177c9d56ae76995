import { bannedWords, createWordRule } from './bannedWords.ts'
import type { Rule } from './rule.ts'

/** Longer titles break the lines of a list of results. */
export const longestTitle = 90

const titleWords = createWordRule('title-words', [
  [/\b(?:whoever|whomever|whosoever)\b/gi, 'name who it is: "a client that …"'],
  [/\b(?:hears?|heard) (?:of|so)\b/gi, 'name what arrives: "gets the error", "emits the event"'],
  [/\b(?:is|are|was|were) (?:said|spoken of|heard)\b/gi, 'name who says what: "the page says so"'],
  [/\b(?:is|are|was|were|to be) had\b/gi, 'say "is available", "loads"'],
  [/\b(?:of|to|for) (?:which|whom)\b/gi, 'make it two clauses, or two tests'],
  [/\bhas it that\b/gi, 'say "requires", "says"'],
  [/\bso far as\b/gi, 'say "if", "while"'],
  [/\blet go of\b/gi, 'say "releases", "drops"'],
  [/\b(?:goes|gone|going) on with\b/gi, 'say "continues", "resumes"'],
])

/** The ids of requirements, threats and faults, with which a title may begin. */
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

/** The rules for the title of a test, beside the banned words of all texts. */
export const titleRules: readonly Rule[] = [bannedWords, titleWords, titleClause, titleLength]
