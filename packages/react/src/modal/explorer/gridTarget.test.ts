import { expect, test } from 'vitest'
import { columnsFor, gridTarget } from './gridTarget.ts'

// Ten tiles in rows of four: the last row has two.
const at = (index: number, isRightToLeft = false) => ({ index, count: 10, columns: 4, pageRows: 2, isRightToLeft })

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  // No tile below in the last row: its last one.
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 3, 'before'],
  ['Home', 6, 4],
  ['End', 4, 7],
  ['End', 8, 9],
  ['PageDown', 1, 9],
  ['PageDown', 3, 9],
  ['PageDown', 0, 8],
  ['PageDown', 9, 9],
  ['PageUp', 9, 1],
  ['PageUp', 6, 2],
  ['Tab', 3, undefined],
  ['a', 3, undefined],
] as const)('V6 %s from tile %i goes to %s', (key, from, to) => {
  expect(gridTarget(key, false, at(from))).toBe(to)
})

test('V6 with Control, Home and End go to the ends of the list', () => {
  expect(gridTarget('Home', true, at(6))).toBe(0)
  expect(gridTarget('End', true, at(1))).toBe(9)
})

test('V6 right to left, the arrows are mirrored', () => {
  expect(gridTarget('ArrowLeft', false, at(3, true))).toBe(4)
  expect(gridTarget('ArrowRight', false, at(4, true))).toBe(3)
})

test('V6 four columns at 360 px and on phones, fewer where there is less room', () => {
  // The list's width in a card of 360, on phones of 320, 390 and 440, on a folded phone of 280, and on a watch.
  expect([336, 325, 296, 366, 416, 256, 176, 0].map(columnsFor)).toEqual([4, 4, 4, 4, 4, 3, 2, 4])
})
