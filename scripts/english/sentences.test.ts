import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const split = (text: string) => sentencesOf(text).map((sentence) => sentence.text.trim())

test.each([
  ['It takes 1 and 2. It refuses 3.', ['It takes 1 and 2.', 'It refuses 3.']],
  ['Some clients, e.g. X or i.e. Y, wait. X waits.', ['Some clients, e.g. X or i.e. Y, wait.', 'X waits.']],
  ['One line\nand the next. Is it one? Yes.', ['One line and the next.', 'Is it one?', 'Yes.']],
  ['Node 20.19 and v1.2 work.', ['Node 20.19 and v1.2 work.']],
  ['1. An item.', ['1. An item.']],
  [' ', []],
])('english: the sentences of %o', (text, sentences) => {
  expect(split(text)).toEqual(sentences)
})

test('english: a sentence knows its place', () => {
  const text = 'One.\nTwo.'
  expect(sentencesOf(text).map(({ index }) => index)).toEqual([0, text.indexOf('Two')])
})
