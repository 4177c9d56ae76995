import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../sourceGraph.ts'
import { bannedWords } from './bannedWords.ts'
import { glossaryTerms, readGlossary } from './glossary.ts'
import type { Rule } from './rule.ts'
import { longestSentence, sentenceLength } from './sentenceLength.ts'
import { subjectClause } from './subjectClause.ts'

const terms = glossaryTerms(
  readGlossary(`
| Term | Means | In code | Do not say |
|---|---|---|---|
| mailbox | a store | \`Mailbox\` | inbox, message queue |
| relay | a server | \`createRelay\` | |
`),
)
const words = (count: number) => `${'word '.repeat(count - 1)}word.`

test.each<[rule: Rule, text: string]>([
  [bannedWords, 'It holds a wallet that is none.'],
  [bannedWords, 'There are none.'],
  [bannedWords, 'The later row of two is told.'],
  [bannedWords, 'Say what a signature is wanted for.'],
  [bannedWords, 'The options stand in a bundle.'],
  [bannedWords, 'A page reads itself anew.'],
  [subjectClause, 'Who has these words has the accounts.'],
  [subjectClause, 'Whoever made the pairing has its wallet sign.'],
  [subjectClause, 'What crosses a wire is parsed.'],
  [subjectClause, '“Whatever is kept goes.'],
  [subjectClause, 'It is read; what is left goes.'],
  [sentenceLength, words(longestSentence + 1)],
  [terms, 'It lies in an inbox.'],
  [terms, 'Message queues are bounded.'],
])('english: %o refuses "%s"', (rule, text) => {
  expect(rule.check({ text, kind: 'prose' })).toHaveLength(1)
})

test.each<[Rule, string]>([
  [bannedWords, 'It stores a malformed wallet row.'],
  [bannedWords, 'X stands for X and is stand-in text; nonetheless the page understands it.'],
  [bannedWords, 'The relay reports the second of two clashing rows.'],
  [subjectClause, 'Anyone with these words controls your accounts.'],
  [subjectClause, 'What crosses a wire?'],
  [subjectClause, 'What it holds'],
  [subjectClause, 'Whole pages are read.'],
  [subjectClause, 'The relay says what it keeps, and who asked.'],
  [sentenceLength, words(longestSentence)],
  [terms, 'The relay has a mailbox, and inboxing is no word.'],
])('english: %o accepts "%s"', (rule, text) => {
  expect(rule.check({ text, kind: 'prose' })).toEqual([])
})

test('english: a label may begin with "What", and banned words are found in it', () => {
  expect(subjectClause.check({ text: 'What crosses a wire between two of them, and why.', kind: 'label' })).toEqual([])
  expect(bannedWords.check({ text: 'Where it stands', kind: 'label' })).toHaveLength(1)
})

test('english: the advice names the words and their place', () => {
  const text = 'Nothing is told.'
  expect(bannedWords.check({ text, kind: 'prose' })).toEqual([
    { index: text.indexOf('is told'), advice: expect.stringMatching(/^"is told": /) },
  ])
})

test('english: the glossary names words to avoid', () => {
  const entries = readGlossary(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))
  expect(entries.length).toBeGreaterThan(10)
  for (const { term, instead } of entries) expect(term.toLowerCase()).not.toBe(instead.toLowerCase())
})
