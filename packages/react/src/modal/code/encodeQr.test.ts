import fc from 'fast-check'
import { encodeQR } from 'qr'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { encodeQr, type QrLevel, QrTooLongError } from './encodeQr.ts'

// Compared with `qr`, whose decoder the demo wallet uses: module by module, in every version.

const levels: readonly QrLevel[] = ['low', 'medium']
/** The number of bytes that versions 1 to 40 can hold (ISO/IEC 18004:2024, table 7). */
const capacities = {
  low: [
    17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091,
    1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
  ],
  medium: [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
    997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
  ],
} as const

/** A text of `length` bytes that no shorter encoding than byte mode can represent. */
const textOf = (length: number, seed = 1) =>
  Array.from({ length }, (_, index) => String.fromCharCode(97 + ((index * 7 + seed * index * index) % 26))).join('')

/** The code that `qr` encodes with each of the masks, as text. */
const byTheirs = (text: string, ecc: QrLevel) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => asText(encodeQR(text, 'raw', { ecc, border: 2, encoding: 'byte', mask })))
const asText = (rows: readonly (readonly boolean[])[]) =>
  rows.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n')

describe.each(levels)('encodeQr, level %s', (level) => {
  test.each(capacities[level].map((capacity, index) => [index + 1, capacity]))(
    'version %i holds %i bytes and is the code that qr draws under one of the masks',
    (version, capacity) => {
      const text = textOf(capacity, version)
      const rows = encodeQr(text, level, 2)
      expect(rows).toHaveLength(4 * version + 17 + 4)
      expect(byTheirs(text, level)).toContain(asText(rows))
    },
  )

  test('one more byte needs the next version, up to the last', () => {
    for (const [index, capacity] of capacities[level].entries()) {
      const more = () => encodeQr(textOf(capacity + 1), level, 0).length
      if (index === 39) expect(more).toThrow(QrTooLongError)
      else expect(more()).toBe(4 * (index + 2) + 17)
    }
  })

  test('any text is the code that qr draws under one of the masks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        // `qr` is set to byte mode, which encodeQr always uses.
        expect(byTheirs(text, level)).toContain(asText(encodeQr(text, level, 2)))
      }),
      { numRuns: 40 },
    )
  })
})

test('encodeQr: a decoder reads the pairing URI back', () => {
  const text = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'5b'.repeat(32)}&expiryTimestamp=1700000300`
  const rows = encodeQr(text, 'medium', 4)
  const scale = 4
  const side = rows.length * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  expect(decodeQR({ width: side, height: side, data })).toBe(text)
})
