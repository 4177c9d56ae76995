import { bannedWords } from './bannedWords.ts'
import { glossaryTerms, readGlossary } from './glossary.ts'
import type { Rule } from './rule.ts'
import { sentenceLength } from './sentenceLength.ts'
import { subjectClause } from './subjectClause.ts'

/** All rules, including the terms of the glossary's page. */
export function rulesOf(glossary: string): readonly Rule[] {
  return [bannedWords, subjectClause, sentenceLength, glossaryTerms(readGlossary(glossary))]
}
