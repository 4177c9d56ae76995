import { expect, test } from 'vitest'
import { formatNumber } from './formatNumber.ts'

test('numbers in English are grouped as Intl groups them', () => {
  const { format } = new Intl.NumberFormat('en')
  for (const value of [
    0,
    7,
    999,
    1000,
    12_345,
    1_002,
    999_999,
    1_000_000,
    1_234_567_890,
    -1,
    -12_345,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
  ])
    expect(formatNumber(value, 'en')).toBe(format(value))
})

test('numbers in other languages have the digits and the grouping of the language', () => {
  expect(formatNumber(12_345, 'fa')).toBe('۱۲٬۳۴۵')
  expect(formatNumber(12_345, 'de')).toBe('12.345')
  expect(formatNumber(1234, 'es')).toBe('1234')
})
