import { encodeQr } from './encodeQr.ts'

/** A QR code as SVG path data. Lengths are in modules; `size` includes the quiet zone on both sides. */
export type QrDrawing = {
  readonly size: number
  /** All dark modules, to be filled. A single path leaves no light seam between adjacent modules. */
  readonly modules: string
  /** Side of the clear square in the middle; 0 without an icon. */
  readonly clear: number
}

export type QrOptions = { readonly hasIcon: boolean }

/** Modules of light margin around the code (ISO/IEC 18004 §6.3.8). */
export const quietZone = 4
// The icon hides 4 % of the area at 17 % of the side. Level M restores 15 % of the codewords.
const clearShare = 0.2

/**
 * Draws a text as a QR code that cameras can read from far away: adjacent squares, and as few of them as the text needs.
 * On a screen only the icon covers a code, so the level is L (decision 0086), or M with an icon.
 * @throws QrTooLongError - the text has more bytes than fit into version 40: 2953, or 2331 with an icon
 */
export function drawQr(text: string, { hasIcon }: QrOptions): QrDrawing {
  const matrix = encodeQr(text, hasIcon ? 'medium' : 'low', quietZone)
  const size = matrix.length
  const clear = hasIcon ? clearSide(size - 2 * quietZone) : 0
  return { size, modules: moduleRuns(matrix, clear), clear }
}

/** The three finder patterns of a code of that size, for the even-odd rule. They are a placeholder until the code comes. */
export function finderPatterns(size: number): string {
  const far = size - quietZone - 7
  return [
    [quietZone, quietZone],
    [far, quietZone],
    [quietZone, far],
  ]
    .map(([x, y]) => `M${x} ${y}h7v7h-7zm1 1h5v5h-5zm1 1h3v3h-3z`)
    .join('')
}

/** The side of the clear square: odd, like the side of a QR symbol, so that the square is exactly in the middle. */
function clearSide(side: number): number {
  const wanted = Math.floor(side * clearShare)
  return wanted % 2 === 1 ? wanted : wanted - 1
}

function moduleRuns(matrix: readonly (readonly boolean[])[], clear: number): string {
  const size = matrix.length
  const isClear = (value: number) => Math.abs(value + 0.5 - size / 2) < clear / 2
  const isDrawn = (x: number, y: number) => matrix[y]?.[x] === true && !(isClear(x) && isClear(y))
  let path = ''
  for (let x = 0; x < size; x += 1) {
    for (let y = 0; y < size; y += 1) {
      if (!isDrawn(x, y)) continue
      const start = y
      while (isDrawn(x, y + 1)) y += 1
      path += `M${x} ${start}h1v${y + 1 - start}h-1z`
    }
  }
  return path
}
