import { expect, test } from 'vitest'
import { isValidAt } from './signInTimes.ts'

const now = Date.UTC(2026, 10, 22, 12)
const at = (offset: number) => new Date(now + offset).toISOString()
const right = { issuedAt: at(-60_000), expirationTime: at(60_000), notBefore: at(-60_000) }

test('T-42: an unreadable time counts as a violated bound', () => {
  expect(isValidAt(right, now)).toBe(true)
  for (const name of ['issuedAt', 'expirationTime', 'notBefore'] as const) {
    for (const text of ['', 'soon', 'NaN', 'Infinity', '2026-02-30T25:00:00Z', '2026-11-22T12:00:60Z', '+999999-01-01'])
      expect(isValidAt({ ...right, [name]: text }, now), `${name} ${text}`).toBe(false)
  }
})

test('T-42: the start may be missing, the end may not', () => {
  expect(isValidAt({ ...right, notBefore: undefined }, now)).toBe(true)
  expect(isValidAt({ ...right, expirationTime: undefined }, now)).toBe(false)
})

test('T-42: a clock that is not a number satisfies no bound', () => {
  for (const clock of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(isValidAt(right, clock)).toBe(false)
})
