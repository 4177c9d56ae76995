import { expect, test } from 'vitest'
import { listing, entries as three } from '../../linkerStates.fixture.ts'
import { columnsFor, findTyped, gridTarget, typeLetter } from './gridKeys.ts'

// Ten tiles in rows of four: the last row has two.
const at = (index: number, isRightToLeft = false) => ({ index, count: 10, columns: 4, pageRows: 2, isRightToLeft })

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  // The last row has no tile in this column, so the focus moves to its last tile.
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

test('V6 four columns at 360 px and on phones, fewer in less room', () => {
  // The list's width in a card of 360 px, on phones of 320, 390 and 440, on a folded phone of 280, and on a watch.
  expect([336, 325, 296, 366, 416, 256, 176, 0].map(columnsFor)).toEqual([4, 4, 4, 4, 4, 3, 2, 4])
})

const named = (name: string) => ({
  listing: listing(name),
  imageUrl: undefined,
  isRecent: false,
  isInstalled: false,
  rdns: undefined,
})
const entries = ['Argent', 'Backpack', 'Ambire', 'Trust Wallet', 'Trustee'].map(named)

test('V6 letters typed in a row are one word, after a pause another begins', () => {
  const none = { text: '', at: 0 }
  const t = typeLetter(none, 'T', 5_000)
  expect(t).toEqual({ text: 't', at: 5_000 })
  expect(typeLetter({ text: 't', at: 5_000 }, 'r', 5_600)).toEqual({ text: 'tr', at: 5_600 })
  expect(typeLetter({ text: 't', at: 5_000 }, 'r', 5_701)).toEqual({ text: 'r', at: 5_701 })
  // A space chooses the wallet, but within a word it is part of the text.
  expect(typeLetter(none, ' ', 5_000)).toBeUndefined()
  expect(typeLetter({ text: 'trust', at: 5_000 }, ' ', 5_100)?.text).toBe('trust ')
  expect(typeLetter({ text: 'trust', at: 5_000 }, ' ', 6_000)).toBeUndefined()
  for (const key of ['Enter', 'Shift', 'F1']) expect(typeLetter(none, key, 5_000)).toBeUndefined()
})

test('V6 a word finds the next name that begins with it, a repeated letter the next ones', () => {
  expect(findTyped(entries, 'a', 0)).toBe(2)
  expect(findTyped(entries, 'aa', 2)).toBe(0)
  expect(findTyped(entries, 'trust', 3)).toBe(3)
  expect(findTyped(entries, 'truste', 3)).toBe(4)
  expect(findTyped(entries, 'x', 0)).toBeUndefined()
  expect(findTyped([], 'a', 0)).toBeUndefined()
  expect(findTyped(three, 'tr', 0)).toBe(2)
})
