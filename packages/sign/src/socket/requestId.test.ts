import { expect, test } from 'vitest'
import { digitsOf, isNullRequestId } from './requestId.ts'

test.each([
  ['"1700000000000000001"', '1700000000000000001'],
  ['1700000000000000001', '1700000000000000001'],
  ['"0000000000000000042"', '42'],
  ['"0"', '0'],
  ['0', '0'],
  ['"00"', '0'],
  ['null', 'null'],
  ['"abc"', '"abc"'],
  ['"1-2"', '"1-2"'],
])('the id %s has the digits %s', (idToken, digits) => {
  expect(digitsOf(idToken)).toBe(digits)
})

test('ids that are one number in JavaScript stay apart', () => {
  expect(digitsOf('"9007199254740993"')).not.toBe(digitsOf('9007199254740992'))
})

test('0 and null are the ids of no request', () => {
  expect(['0', '"0"', 'null', '"null"', '10', '"00"', '""'].filter(isNullRequestId)).toEqual([
    '0',
    '"0"',
    'null',
    '"00"',
  ])
})
