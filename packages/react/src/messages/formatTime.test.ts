import { expect, test } from 'vitest'
import { formatTime } from './formatTime.ts'

test('C12: minutes and seconds in the digits of the language, never below zero', () => {
  expect(formatTime(90, 'en')).toBe('1:30')
  expect(formatTime(5, 'de')).toBe('0:05')
  expect(formatTime(300, 'fa')).toBe('۵:۰۰')
  expect(formatTime(0.2, 'en')).toBe('0:01')
  expect(formatTime(61, 'fr')).toBe('1:01')
  expect(formatTime(-4, 'en')).toBe('0:00')
  expect(formatTime(90_000, 'en')).toBe('1500:00')
})
