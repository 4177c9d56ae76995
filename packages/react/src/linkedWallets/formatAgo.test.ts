import { expect, test } from 'vitest'
import { locales } from '../messages/matchLocale.ts'
import { formatAgo } from './formatAgo.ts'

const now = 1_790_000_000_000
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [0, 'now'],
  [59_999, 'now'],
  [minute, '1 minute ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day, 'yesterday'],
  [6 * day, '6 days ago'],
  [20 * day, '20 days ago'],
  [70 * day, '2 months ago'],
  [365 * day, '11 months ago'],
  [800 * day, '2 years ago'],
  [-5 * minute, 'now'],
])('formatAgo: %d ms is %s', (past, text) => {
  expect(formatAgo(now - past, now, 'en')).toBe(text)
})

test('formatAgo: in the words and digits of every language', () => {
  expect(formatAgo(now - 3 * day, now, 'fa')).toBe('۳ روز پیش')
  expect(formatAgo(now - day, now, 'de')).toBe('gestern')
  const all = locales.map((locale) => formatAgo(now - 20 * day, now, locale))
  expect(new Set(all).size).toBe(locales.length)
})
