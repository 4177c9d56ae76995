import jsqr from 'jsqr'
import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { type GreyPicture, photograph, surroundings } from '../../../bench/modal/scan/photograph.ts'
import { toImage } from '../../../bench/modal/scan/toImage.ts'
import { drawQr, quietZone } from '../../../packages/react/src/modal/code/qrDrawing.ts'
import { rasterise } from '../../../packages/react/src/modal/code/rasterise.fixture.ts'

// A small form of the page's scan bench (`npm run bench -- --only scan`): one reader instead of three, and pictures made
// without a browser.
const pairingUri = `wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1763712345`
const shots = [160, 200].flatMap((width) =>
  [0, 0.6].flatMap((blur) =>
    [4, 12].flatMap((noise) => [0, 10].map((tilt) => ({ width, blur, noise, tilt, seed: width + tilt }))),
  ),
)

/** Draws a plain code, for comparison: level Q, each module a square. */
function drawPlainly(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: quietZone })
  const modules = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, modules, clear: 0 }
}

/** Renders the drawing on a white page. */
function showOnPage(drawing: ReturnType<typeof drawQr>): GreyPicture {
  const code = rasterise(drawing, 10)
  const margin = Math.round(code.width * surroundings)
  const side = code.width + 2 * margin
  const grey = new Float32Array(side * side).fill(255)
  for (let y = 0; y < code.width; y += 1)
    for (let x = 0; x < code.width; x += 1)
      grey[(y + margin) * side + x + margin] = code.data[(y * code.width + x) * 4] ?? 255
  return { width: side, height: side, grey }
}

function countReads(drawing: ReturnType<typeof drawQr>): number {
  const page = showOnPage(drawing)
  return shots.filter((shot) => {
    const { data, width, height } = toImage(photograph(page, shot))
    return jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data === pairingUri
  }).length
}

test('the code is read in more pictures than a plain one of its size, with an icon in as many', () => {
  const plain = countReads(drawPlainly(pairingUri))
  // A plain code that is read in all pictures, or in none, would leave nothing to compare.
  expect(plain).toBeGreaterThan(0)
  expect(plain).toBeLessThan(shots.length)
  expect(countReads(drawQr(pairingUri, { hasIcon: false }))).toBeGreaterThan(plain)
  expect(countReads(drawQr(pairingUri, { hasIcon: true }))).toBeGreaterThanOrEqual(plain)
})
