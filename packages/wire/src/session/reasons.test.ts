import { expect, test } from 'vitest'
import { internalReasons } from './internalReasons.ts'
import * as reasons from './reasons.ts'
import { signInReasons } from './signInReasons.ts'

test('M: the numbered reasons are the catalogue of the protocol, each number once', () => {
  const all = [...Object.values(reasons), ...Object.values(signInReasons)]
  const codes = all.map(({ code }) => code)
  expect(codes).toEqual([
    1001, 1002, 1003, 1004, 1005, 1006, 3001, 3002, 3003, 3004, 3005, 4001, 5000, 5001, 5002, 5003, 5100, 5101, 5102,
    5103, 5104, 6000, 7000, 7001, 8000, 10001, 11001, 11002, 11003, 11004, 11005, 11006, 12001, 12002,
  ])
  for (const { message } of all) expect(message).toMatch(/^[A-Z].*\.$/)
})

test('M: the inner numbers of official clients are 1 to 9', () => {
  expect(Object.values(internalReasons).map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const { message } of Object.values(internalReasons)) expect(message).toMatch(/^[A-Z].*\.$/)
})
