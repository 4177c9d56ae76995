import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { drawQr, finderPatterns, quietZone } from './qrDrawing.ts'
import { rasterise } from './rasterise.fixture.ts'

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const pairingUri = fc
  .record({
    topic: hex32,
    symKey: hex32,
    expiry: fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
    methods: fc.boolean(),
  })
  .map(
    ({ topic, symKey, expiry, methods }) =>
      `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=${expiry}${methods ? '&methods=[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]' : ''}`,
  )

test('C10 drawQr: random pairing URIs decode, with and without an icon over the clear area', () => {
  fc.assert(
    fc.property(pairingUri, fc.boolean(), (uri, hasIcon) => {
      const drawing = drawQr(uri, { hasIcon })
      expect(decodeQR(rasterise(drawing, 4), { timeLimit: 5000 })).toBe(uri)
    }),
    { numRuns: 30 },
  )
})

test('C10 drawQr: uses versions 1 to 40 as the text grows, and every one decodes', () => {
  const sizes = new Set<number>()
  for (const length of [1, 20, 60, 120, 250, 500, 900, 1300, 2953]) {
    const text = 'x'.repeat(length)
    const drawing = drawQr(text, { hasIcon: false })
    sizes.add(drawing.size)
    expect(decodeQR(rasterise(drawing, 4), { timeLimit: 10_000 })).toBe(text)
  }
  expect(Math.min(...sizes)).toBe(21 + 2 * quietZone)
  expect(Math.max(...sizes)).toBe(177 + 2 * quietZone)
  expect(() => drawQr('x'.repeat(2954), { hasIcon: false })).toThrow()
})

// ISO/IEC 18004, table 7: the bytes that each version can hold. These numbers are unique to their level.
const capacities = [
  {
    level: 'L',
    hasIcon: false,
    bytes: [
      17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091,
      1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
    ],
  },
  {
    level: 'M',
    hasIcon: true,
    bytes: [
      14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
      997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
    ],
  },
]

test.each(capacities)(
  'C10 drawQr: uses each of the versions 1 to 40 while it holds a text at level $level',
  ({ hasIcon, bytes }) => {
    const versionOf = (length: number) => (drawQr('x'.repeat(length), { hasIcon }).size - 2 * quietZone - 17) / 4
    expect(bytes.map(versionOf)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(bytes.slice(0, -1).map((count) => versionOf(count + 1))).toEqual(
      Array.from({ length: 39 }, (_, index) => index + 2),
    )
  },
)

test('finderPatterns: the three squares are those of the code', () => {
  const { size, modules } = drawQr('a text', { hasIcon: false })
  const corners = [...finderPatterns(size).matchAll(/M(\d+) (\d+)h7/g)].map(([, x, y]) => [Number(x), Number(y)])
  const far = size - quietZone - 7
  expect(corners).toEqual([
    [quietZone, quietZone],
    [far, quietZone],
    [quietZone, far],
  ])
  // At these points only the left sides of the finder patterns begin a run of seven modules.
  for (const [x, y] of corners) expect(modules).toContain(`M${x} ${y}h1v7h-1z`)
})

test('drawQr: draws nothing in the quiet zone or in the clear area', () => {
  const drawing = drawQr(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`, { hasIcon: true })
  const from = (drawing.size - drawing.clear) / 2
  expect(drawing.clear % 2).toBe(1)
  for (const [, xText, yText, lengthText] of drawing.modules.matchAll(/M(\d+) (\d+)h1v(\d+)/g)) {
    const x = Number(xText)
    const top = Number(yText)
    const bottom = top + Number(lengthText)
    expect(x).toBeGreaterThanOrEqual(quietZone)
    expect(Math.max(x + 1, bottom)).toBeLessThanOrEqual(drawing.size - quietZone)
    const isBesideClear = x < from || x >= from + drawing.clear || bottom <= from || top >= from + drawing.clear
    expect(isBesideClear).toBe(true)
  }
})
