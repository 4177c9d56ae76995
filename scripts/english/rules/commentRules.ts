import { bannedWords, createWordRule } from './bannedWords.ts'
import type { Rule } from './rule.ts'
import { spokenWords } from './spokenWords.ts'
import { subjectClause } from './subjectClause.ts'

export const commentWords: Rule = createWordRule('comment-words', [
  ...spokenWords,
  [/: (?:and |but |or )?(?:who|whoever|what|whatever|whichever) /gi, 'name the subject of the clause after ":"'],
  [/\bof a night\b/gi, 'say "at night", "in a nightly run"'],
  [
    /\b(?:that|which|who) (?:is|are|was|were) no\b(?! (?:longer|more|less|later|earlier|older|newer|larger)\b)/gi,
    'say what it is not: "that is not a number"',
  ],
])

/** The rules for comments that no page shows. The doc comments of the sources have further rules. */
export const commentRules: readonly Rule[] = [bannedWords, subjectClause, commentWords]
