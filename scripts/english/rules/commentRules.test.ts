import { expect, test } from 'vitest'
import { commentRules } from './commentRules.ts'

const mistakesIn = (text: string) => commentRules.flatMap(({ check }) => check({ text, kind: 'prose' }))

test.each([
  'What the relay answers.',
  'Who asks again wants the answer after all.',
  'Sent to the client; what is left goes.',
  'Kept for a day: what is older goes.',
  'A code for whoever opens the modal.',
  'The page hears of it first.',
  'Of a night a kill takes a second.',
  'A figure that is no number passes no bound.',
  'Undefined when there is none.',
  'The code as it stands.',
])('english: the comment "%s" is refused', (comment) => {
  expect(mistakesIn(comment)).toHaveLength(1)
})

test.each([
  'The answer of the relay.',
  'Any wallet may answer, whatever it holds.',
  'A clock that is no longer used, which is no later than the other.',
  '`{name}` stands for the wallet.',
  'Is it what a wallet signs?',
  'The list says who asked, and what for.',
])('english: the comment "%s" is accepted', (comment) => {
  expect(mistakesIn(comment)).toEqual([])
})
