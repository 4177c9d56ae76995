import { expect, test } from 'vitest'
import { combinations } from './combinations.ts'

const axes = { width: [360, 1280], theme: ['light', 'dark'], language: ['en', 'fa', 'de'] } as const

test('by night every combination is a case', () => {
  expect(combinations(axes, true)).toHaveLength(12)
  expect(combinations(axes, true)).toContainEqual({ width: 1280, theme: 'light', language: 'de' })
})

test('by day each value of each axis is in a case', () => {
  expect(combinations(axes, false)).toEqual([
    { width: 360, theme: 'light', language: 'en' },
    { width: 1280, theme: 'dark', language: 'fa' },
    { width: 360, theme: 'light', language: 'de' },
  ])
})
