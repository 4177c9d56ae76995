import type { Rule } from './rule.ts'
import { wordsOf } from './sentenceLength.ts'

const pronoun = '(?:Who|Whoever|What|Whatever|Whichever|Whosever)'
const atStart = new RegExp(`^[^\\p{L}]*${pronoun}\\s`, 'u')
const afterSemicolon = new RegExp(`; ${pronoun} `, 'i')
/** The most words in a row's name, such as "What it holds", which ends without a full stop. */
const labelWords = 7

/** Refuses a sentence or clause whose subject is itself a clause: "What crosses a wire is parsed." Questions are allowed. */
export const subjectClause: Rule = {
  name: 'subject-clause',
  check: ({ text, kind }) => {
    if (kind === 'label' || text.trimEnd().endsWith('?')) return []
    const isLabel = !/[.!:]["”)]*\s*$/.test(text) && wordsOf(text).length <= labelWords
    if (atStart.test(text) && !isLabel)
      return [{ index: 0, advice: 'name the subject: "Anyone who …", "The relay parses …"' }]
    const later = afterSemicolon.exec(text)
    return later === null ? [] : [{ index: later.index, advice: 'name the subject of the clause after ";"' }]
  },
}
