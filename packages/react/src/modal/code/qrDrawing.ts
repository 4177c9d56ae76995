import { encodeQr, type QrLevel } from './encodeQr.ts'

/** A QR code as SVG path data. Lengths are modules; `size` counts the quiet zone on both sides. */
export type QrDrawing = {
  readonly size: number
  /** Data modules: vertical runs, to be stroked with round caps. */
  readonly modules: string
  /** The three finder patterns, to be filled by the even-odd rule. */
  readonly finders: string
  /** Side of the clear square in the middle, 0 without one. */
  readonly clear: number
}

export type QrOptions = {
  readonly hasIcon: boolean
  /**
   * `low` is enough on a screen where nothing covers the code: fewer and larger modules, for any camera. Only without
   * an icon.
   */
  readonly ecc?: Exclude<QrLevel, 'quartile'> | undefined
}

/** Modules of light margin around the code (ISO/IEC 18004 §6.3.8). */
export const quietZone = 4
/** Stroke width of a data module: wide enough for every reader, narrow enough to look like dots. */
export const moduleWidth = 0.86
// 27 % of the side is 7 % of the area: well within the 25 % of codewords that level Q restores.
const clearShare = 0.27
const finderSide = 7

/**
 * Draws a text as a QR code of error correction level Q (C10), or another; the length decides the version from 1 to 40.
 * @throws QrTooLongError - the text has more than 1663 bytes, the capacity of version 40
 */
export function drawQr(text: string, options: QrOptions): QrDrawing {
  const matrix = encodeQr(text, options.ecc ?? 'quartile', quietZone)
  const size = matrix.length
  const clear = options.hasIcon ? clearSide(size - 2 * quietZone) : 0
  return { size, modules: moduleRuns(matrix, clear), finders: finderPatterns(size), clear }
}

/** The three finder patterns of a code of that size. They show what it will be before it is there. */
export function finderPatterns(size: number): string {
  const far = size - quietZone - finderSide
  return finder(quietZone, quietZone) + finder(far, quietZone) + finder(quietZone, far)
}

/** A QR symbol's side is always odd, so an odd clear square sits exactly in the middle. */
function clearSide(side: number): number {
  const wanted = Math.floor(side * clearShare)
  return wanted % 2 === 1 ? wanted : wanted - 1
}

function moduleRuns(matrix: readonly (readonly boolean[])[], clear: number): string {
  const size = matrix.length
  const far = size - quietZone - finderSide
  const isFinder = (x: number, y: number) =>
    (y < quietZone + finderSide && (x < quietZone + finderSide || x >= far)) || (x < quietZone + finderSide && y >= far)
  const isClear = (value: number) => Math.abs(value + 0.5 - size / 2) < clear / 2
  const isDrawn = (x: number, y: number) => matrix[y]?.[x] === true && !isFinder(x, y) && !(isClear(x) && isClear(y))
  let path = ''
  for (let x = 0; x < size; x += 1) {
    for (let y = 0; y < size; y += 1) {
      if (!isDrawn(x, y)) continue
      const start = y
      while (isDrawn(x, y + 1)) y += 1
      // A run of one is a line without length: its round caps make the dot.
      path += `M${x + 0.5} ${start + 0.5}v${y - start}`
    }
  }
  return path
}

/** Outer ring of 7 with a hole of 5, and the block of 3, all with rounded corners. */
function finder(x: number, y: number): string {
  return roundedSquare(x, y, 7, 2) + roundedSquare(x + 1, y + 1, 5, 1.3) + roundedSquare(x + 2, y + 2, 3, 0.9)
}

function roundedSquare(x: number, y: number, side: number, radius: number): string {
  const line = side - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return (
    `M${x + radius} ${y}h${line}${arc(radius, radius)}v${line}${arc(-radius, radius)}` +
    `h${-line}${arc(-radius, -radius)}v${-line}${arc(radius, -radius)}z`
  )
}
