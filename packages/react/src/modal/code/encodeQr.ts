import { BaseError } from '@hawser/core'

/** The text is too long for any QR code. */
export class QrTooLongError extends BaseError {
  readonly code = 'qr_too_long'
}

/** How much of a code can be unreadable: 7 % (L) or 15 % (M). */
export type QrLevel = 'low' | 'medium'

/** An unfinished code. In `dark`, a dark module is 1. In `fixed`, a module without data is 1. */
type Grid = { readonly size: number; readonly dark: Uint8Array; readonly fixed: Uint8Array }

// ISO/IEC 18004:2024, table 9, versions 1 to 40: correction codewords per block, and the number of blocks.
const correction = {
  low: {
    bits: 1,
    words: [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    blocks: [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25,
    ],
  },
  medium: {
    bits: 0,
    words: [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    blocks: [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
  },
} as const

/** The masks (table 10). A module is inverted where the function returns 0. */
const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/**
 * Encodes a text as a QR code (ISO/IEC 18004:2024): rows of modules, true if dark, with a light margin of `border` modules.
 * Uses UTF-8 in byte mode and the smallest version that fits.
 * @throws QrTooLongError - the text fits in no version
 */
export function encodeQr(text: string, level: QrLevel, border: number): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (shapeOf(version, level).room < bytes.length + headLength(version)) {
    version += 1
    if (version > 40) throw new QrTooLongError('Too long for a QR code.')
  }
  const grid = drawFixed(version)
  placeWords(grid, interleave(bytes, version, level))
  const { size } = grid
  const dark = chooseMask(grid, level)
  const places = Array.from({ length: size + 2 * border }, (_, index) => index - border)
  return places.map((y) => places.map((x) => x >= 0 && x < size && dark[y * size + x] === 1))
}

/** Correction codewords per block, the number of blocks, and the remaining codewords for data (§7.1). */
function shapeOf(version: number, level: QrLevel) {
  const words = correction[level].words[version - 1] ?? 0
  const blocks = correction[level].blocks[version - 1] ?? 0
  const sides = Math.floor(version / 7) + 2
  const aligned = version < 2 ? 0 : (25 * sides - 10) * sides - 55
  const modules = (16 * version + 128) * version + 64 - aligned - (version < 7 ? 0 : 36)
  return { words, blocks, room: (modules >> 3) - words * blocks }
}

/** The number of bytes that mode and length take, including the half byte after the text (§7.4). */
function headLength(version: number): number {
  return version < 10 ? 2 : 3
}

/** Splits the data into blocks, adds their correction, and takes codewords from all blocks in turn (§7.6). */
function interleave(bytes: Uint8Array, version: number, level: QrLevel): readonly number[] {
  const { words, blocks, room } = shapeOf(version, level)
  const count = bytes.length
  // The mode takes four bits, so everything after it is shifted by half a byte.
  const stream = [4, ...(headLength(version) < 3 ? [] : [count >> 8]), count & 255, ...bytes, 0]
  const data = stream.slice(1).map((next, index) => (((stream[index] ?? 0) & 15) << 4) | (next >> 4))
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad)
  const short = Math.floor(room / blocks)
  const shortBlocks = blocks - (room % blocks)
  const parts = Array.from({ length: blocks }, (_, block) => {
    const start = block * short + Math.max(0, block - shortBlocks)
    return data.slice(start, start + short + Number(block >= shortBlocks))
  })
  const generator = generatorOf(words)
  const corrections = parts.map((part) => correctionOf(part, generator))
  return [...takeInTurns(parts, short + 1), ...takeInTurns(corrections, words)]
}

function takeInTurns(rows: readonly (readonly number[])[], length: number): readonly number[] {
  return Array.from({ length }, (_, index) => rows.flatMap((row) => row[index] ?? [])).flat()
}

/** The remainder of a block divided by the generator polynomial (§7.5.2). */
function correctionOf(part: readonly number[], generator: readonly number[]): readonly number[] {
  let remainder = generator.map(() => 0)
  for (const value of part) {
    const [first = 0, ...rest] = remainder
    remainder = generator.map((coefficient, index) => multiply(coefficient, first ^ value) ^ (rest[index] ?? 0))
  }
  return remainder
}

/** The polynomial whose roots are the first `words` powers of 2, without its leading coefficient 1. */
function generatorOf(words: number): readonly number[] {
  let generator = [1]
  for (let root = 1; generator.length <= words; root = multiply(root, 2)) {
    const [...before] = generator
    generator = [...before, 0].map((coefficient, index) => coefficient ^ multiply(before[index - 1] ?? 0, root))
  }
  return generator.slice(1)
}

/** Multiplies in the field of 256 elements that the standard defines by 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product
}

function remainderOf(value: number, divisor: number): number {
  const degree = 31 - Math.clz32(divisor)
  let rest = value
  while (rest >> degree > 0) rest ^= divisor << (31 - Math.clz32(rest) - degree)
  return rest
}

/** Draws all modules without data (§6.3), except the format, which depends on the mask. */
function drawFixed(version: number): Grid {
  const size = 4 * version + 17
  const grid: Grid = { size, dark: new Uint8Array(size ** 2), fixed: new Uint8Array(size ** 2) }
  for (let at = 0; at < size; at += 1) {
    fix(grid, at, 6, at % 2 === 0)
    fix(grid, 6, at, at % 2 === 0)
  }
  const places = alignmentOf(version)
  const last = places.at(-1)
  for (const x of places) {
    for (const y of places) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
      if (!isFinder) drawSquares(grid, x, y, 2)
    }
  }
  for (const [x, y] of [3, size - 4].flatMap((far) => [[far, 3] as const, [3, far] as const]))
    drawSquares(grid, x, y, 4)
  drawFormat(grid, 0)
  // The Golay code of the version (§7.10).
  const bits = (version << 12) | remainderOf(version << 12, 0x1f25)
  for (let at = 0; version > 6 && at < 18; at += 1) {
    const isDark = ((bits >> at) & 1) === 1
    fix(grid, size - 11 + (at % 3), Math.floor(at / 3), isDark)
    fix(grid, Math.floor(at / 3), size - 11 + (at % 3), isDark)
  }
  return grid
}

function fix({ size, dark, fixed }: Grid, x: number, y: number, isDark: boolean): void {
  if (Math.min(x, y) < 0 || Math.max(x, y) >= size) return
  dark[y * size + x] = Number(isDark)
  fixed[y * size + x] = 1
}

/** Draws a finder pattern with its separator (radius 4) or an alignment pattern (radius 2). */
function drawSquares(grid: Grid, x: number, y: number, radius: number): void {
  for (let dx = -radius; dx <= radius; dx += 1) {
    for (let dy = -radius; dy <= radius; dy += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy))
      fix(grid, x + dx, y + dy, distance === 0 || distance % 2 === Number(radius === 4))
    }
  }
}

/** The coordinates of the alignment patterns, the same on both axes (annex E). */
function alignmentOf(version: number): readonly number[] {
  if (version < 2) return []
  const gaps = Math.floor(version / 7) + 1
  const step = version === 32 ? 26 : 2 * Math.ceil((2 * version + 2) / gaps)
  return [6, ...Array.from({ length: gaps }, (_, index) => 4 * version + 10 - (gaps - 1 - index) * step)]
}

/** Draws the level and the mask, twice (§7.9). */
function drawFormat(grid: Grid, bits: number): void {
  const { size } = grid
  for (let at = 0; at < 15; at += 1) {
    const isDark = ((bits >> at) & 1) === 1
    // Skips the timing patterns.
    const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at + Number(at === 8)
    fix(grid, at < 8 ? 8 : near, at < 8 ? near : 8, isDark)
    fix(grid, at < 8 ? size - 1 - at : 8, at < 8 ? 8 : size - 15 + at, isDark)
  }
  fix(grid, 8, size - 8, true)
}

/**
 * Places the codewords from the lower right corner up and down again, two columns at a time. Skips the column of the timing
 * pattern (§7.7.3).
 */
function placeWords({ size, dark, fixed }: Grid, words: readonly number[]): void {
  let bit = 0
  for (let turn = 0, right = size - 1; right > 0; turn += 1, right -= right === 8 ? 3 : 2) {
    for (let along = 0; along < size; along += 1) {
      for (const x of [right, right - 1]) {
        const at = (turn % 2 === 0 ? size - 1 - along : along) * size + x
        if (fixed[at] === 1) continue
        dark[at] = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
        bit += 1
      }
    }
  }
}

/** Applies the mask with the least penalty, which is the easiest to read (§7.8). */
function chooseMask({ size, dark, fixed }: Grid, level: QrLevel): Uint8Array {
  let least = Number.POSITIVE_INFINITY
  let chosen = dark
  for (const [index, mask] of masks.entries()) {
    const masked = dark.slice()
    for (let y = 0, at = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1, at += 1)
        if (fixed[at] === 0 && mask(x, y) === 0) masked[at] = 1 - (dark[at] ?? 0)
    const format = (correction[level].bits << 3) | index
    drawFormat({ size, dark: masked, fixed }, ((format << 10) | remainderOf(format << 10, 0x537)) ^ 0x5412)
    const penalty = penaltyOf(masked, size)
    if (penalty >= least) continue
    least = penalty
    chosen = masked
  }
  return chosen
}

/** The penalty of a masked code (§7.8.3): long runs, squares, shapes like a finder pattern, and too much of one colour. */
function penaltyOf(dark: Uint8Array, size: number): number {
  let penalty = 0
  let count = 0
  for (let line = 0; line < size; line += 1)
    penalty += linePenalty(dark, size, line * size, 1) + linePenalty(dark, size, line, size)
  for (let at = 0; at < dark.length; at += 1) {
    const module = dark[at] ?? 0
    count += module
    if (at % size === size - 1 || at + size >= dark.length) continue
    const sum = module + (dark[at + 1] ?? 0) + (dark[at + size] ?? 0) + (dark[at + size + 1] ?? 0)
    if (sum % 4 === 0) penalty += 3
  }
  return penalty + 10 * Math.floor(Math.abs((20 * count) / dark.length - 10))
}

function linePenalty(dark: Uint8Array, size: number, start: number, step: number): number {
  let penalty = 0
  let run = 0
  let seen = 0
  for (let index = 0, at = start; index < size; index += 1, at += step) {
    const module = dark[at] ?? 0
    run = index > 0 && module === (seen & 1) ? run + 1 : 1
    if (run >= 5) penalty += run === 5 ? 3 : 1
    seen = ((seen << 1) | module) & 0x7ff
    if (index >= 10 && (seen === 0x5d0 || seen === 0x05d)) penalty += 40
  }
  return penalty
}
