import { expect, test } from 'vitest'
import { toLocalDeadline } from './deadline.ts'

const now = 1_795_208_116_000

test.each([
  ['is still to come', now + 1, now + 1],
  ['is just over', now, now + 300_000],
  ['is over by less than two clocks may differ', now - 599_999, now + 300_000],
  ['is over by more', now - 600_000, now - 600_000],
])('F-L14 the end that another clock set %s', (_, given, here) => {
  expect(toLocalDeadline(given, now)).toBe(here)
})
