import { expect, test } from 'vitest'
import { listing, entries as three } from '../../linkerStates.fixture.ts'
import { findTyped, typeLetter } from './typeAhead.ts'

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
  // A space chooses the wallet, but within a word it is a part of it.
  expect(typeLetter(none, ' ', 5_000)).toBeUndefined()
  expect(typeLetter({ text: 'trust', at: 5_000 }, ' ', 5_100)?.text).toBe('trust ')
  expect(typeLetter({ text: 'trust', at: 5_000 }, ' ', 6_000)).toBeUndefined()
  for (const key of ['Enter', 'Shift', 'F1']) expect(typeLetter(none, key, 5_000)).toBeUndefined()
})

test('V6 a word finds the next name that begins with it, a letter again and again the next and the next', () => {
  expect(findTyped(entries, 'a', 0)).toBe(2)
  expect(findTyped(entries, 'aa', 2)).toBe(0)
  expect(findTyped(entries, 'trust', 3)).toBe(3)
  expect(findTyped(entries, 'truste', 3)).toBe(4)
  expect(findTyped(entries, 'x', 0)).toBeUndefined()
  expect(findTyped([], 'a', 0)).toBeUndefined()
  expect(findTyped(three, 'tr', 0)).toBe(2)
})
