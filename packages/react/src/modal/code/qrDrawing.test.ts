import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { drawQr, moduleWidth, type QrDrawing, quietZone } from './qrDrawing.ts'

const scale = 6

/** Paints the path data as the browser does: strokes with round caps, even-odd finders, the icon as a grey square. */
function rasterise(drawing: QrDrawing) {
  const side = drawing.size * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  const paint = (px: number, py: number, grey: number) => {
    const at = (py * side + px) * 4
    data[at] = grey
    data[at + 1] = grey
    data[at + 2] = grey
  }
  const fill = (
    x: number,
    y: number,
    width: number,
    height: number,
    isInside: (x: number, y: number) => boolean,
    grey = 20,
  ) => {
    for (let py = Math.floor(y * scale); py < (y + height) * scale; py += 1)
      for (let px = Math.floor(x * scale); px < (x + width) * scale; px += 1)
        if (isInside((px + 0.5) / scale, (py + 0.5) / scale)) paint(px, py, grey)
  }
  for (const [, xText, yText, lengthText] of drawing.modules.matchAll(/M([\d.]+) ([\d.]+)v(\d+)/g)) {
    const x = Number(xText)
    const y = Number(yText)
    const length = Number(lengthText)
    const radius = moduleWidth / 2
    fill(x - radius, y - radius, moduleWidth, length + moduleWidth, (px, py) => {
      const nearest = Math.min(Math.max(py, y), y + length)
      return (px - x) ** 2 + (py - nearest) ** 2 <= radius ** 2
    })
  }
  const squares = [...drawing.finders.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)a([\d.]+) /g)].map((match) => {
    const [x = 0, y = 0, line = 0, radius = 0] = match.slice(1).map(Number)
    return { x: x - radius, y, side: line + 2 * radius, radius }
  })
  expect(squares).toHaveLength(9)
  squares.forEach(({ x, y, side: square, radius }, index) => {
    const grey = index % 3 === 1 ? 255 : 20
    fill(
      x,
      y,
      square,
      square,
      (px, py) => {
        const dx = Math.max(x + radius - px, px - (x + square - radius), 0)
        const dy = Math.max(y + radius - py, py - (y + square - radius), 0)
        return dx ** 2 + dy ** 2 <= radius ** 2
      },
      grey,
    )
  })
  const from = (drawing.size - drawing.clear) / 2
  fill(from, from, drawing.clear, drawing.clear, () => true, 128)
  return { width: side, height: side, data }
}

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
      expect(decodeQR(rasterise(drawing), { timeLimit: 5000 })).toBe(uri)
    }),
    { numRuns: 30 },
  )
})

test('C10 drawQr: versions 1 to 40 are used as the text grows, and every one decodes', () => {
  const sizes = new Set<number>()
  for (const length of [1, 20, 60, 120, 250, 500, 900, 1300, 1663]) {
    const text = 'x'.repeat(length)
    const drawing = drawQr(text, { hasIcon: false })
    sizes.add(drawing.size)
    expect(decodeQR(rasterise(drawing), { timeLimit: 10_000 })).toBe(text)
  }
  expect(Math.min(...sizes)).toBe(21 + 2 * quietZone)
  expect(Math.max(...sizes)).toBe(177 + 2 * quietZone)
  expect(() => drawQr('x'.repeat(1664), { hasIcon: false })).toThrow()
})

// ISO/IEC 18004, table 7: how many bytes each version holds at level Q. At no other level are they these.
const bytesAtLevelQ = [
  11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565, 611, 661, 715,
  751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
]

test('C10 drawQr: each of the versions 1 to 40 is used as far as it holds a text at level Q', () => {
  const versionOf = (length: number) => (drawQr('x'.repeat(length), { hasIcon: false }).size - 2 * quietZone - 17) / 4
  expect(bytesAtLevelQ.map(versionOf)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(bytesAtLevelQ.slice(0, -1).map((bytes) => versionOf(bytes + 1))).toEqual(
    Array.from({ length: 39 }, (_, index) => index + 2),
  )
})

test('drawQr: nothing is drawn in the quiet zone nor in the clear area', () => {
  const drawing = drawQr(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`, { hasIcon: true })
  const from = (drawing.size - drawing.clear) / 2
  expect(drawing.clear % 2).toBe(1)
  for (const [, xText, yText, lengthText] of drawing.modules.matchAll(/M([\d.]+) ([\d.]+)v(\d+)/g)) {
    const x = Math.floor(Number(xText))
    const top = Math.floor(Number(yText))
    const bottom = top + Number(lengthText)
    expect(x).toBeGreaterThanOrEqual(quietZone)
    expect(bottom).toBeLessThan(drawing.size - quietZone)
    const isBesideClear = x < from || x >= from + drawing.clear || bottom < from || top >= from + drawing.clear
    expect(isBesideClear).toBe(true)
  }
})
