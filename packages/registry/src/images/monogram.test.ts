import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastWithWhite, formatMonogram, monogramColour } from './monogram.ts'

const letters = (name: string) => /<text[^>]*>([^<]*)<\/text>/.exec(formatMonogram({ id: 'a', name }))?.[1]
const channels = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

test('contrastWithWhite: the ends of the scale', () => {
  expect(contrastWithWhite([0, 0, 0])).toBeCloseTo(21)
  expect(contrastWithWhite([255, 255, 255])).toBeCloseTo(1)
  expect(contrastWithWhite([118, 118, 118])).toBeCloseTo(4.54, 2)
})

test('monogramColour: white letters are readable on every tile, and an id keeps its colour', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,64}$/), (id) => {
      expect(monogramColour(id)).toMatch(/^#[0-9a-f]{6}$/)
      expect(contrastWithWhite(channels(monogramColour(id)))).toBeGreaterThanOrEqual(4.5)
      expect(monogramColour(id)).toBe(monogramColour(id))
    }),
    { numRuns: runs(2_000) },
  )
  expect(monogramColour('ledger')).toBe('#6c46b9')
})

test.each([
  ['MetaMask', 'Me'],
  ['Trust Wallet', 'Tr'],
  ['imToken', 'Im'],
  ['1inch Wallet', '1i'],
  ['Magic Eden Wallet', 'ME'],
  ['Wallet', 'Wa'],
  ['x', 'X'],
  ['кошелёк море', 'КМ'],
  ['𝔸b', '𝔸b'],
  ['***', '?'],
  ['<script>', 'Sc'],
])('formatMonogram: %s shows %s', (name, shown) => {
  expect(letters(name)).toBe(shown)
})

test('formatMonogram: any name gives well-formed XML characters and no markup of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (name) => {
      const svg = formatMonogram({ id: 'a', name })
      expect(svg.match(/</g)).toHaveLength(7)
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
      expect(svg).not.toMatch(/&(?!#\d+;)/)
    }),
    { numRuns: runs(2_000) },
  )
})
