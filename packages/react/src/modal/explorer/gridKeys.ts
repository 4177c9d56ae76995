import type { WalletEntry } from '@hawser/core'

/** The focus in a grid of tiles, and the layout of the grid. */
export type GridPlace = {
  readonly index: number
  readonly count: number
  readonly columns: number
  /** Visible rows: the size of a page. */
  readonly pageRows: number
  readonly isRightToLeft: boolean
}

/**
 * The tile that a key moves to, or `before` to leave the grid at the top. Undefined for keys that do not move. Left and
 * right continue into the neighbouring row.
 */
export function gridTarget(key: string, isControl: boolean, place: GridPlace): number | 'before' | undefined {
  const { index, columns } = place
  const last = place.count - 1
  const rowStart = index - (index % columns)
  const lastRowStart = last - (last % columns)
  const clamp = (target: number) => Math.min(Math.max(target, 0), last)
  const forward = place.isRightToLeft ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return clamp(index + forward)
    case 'ArrowLeft':
      return clamp(index - forward)
    case 'ArrowDown':
      return rowStart === lastRowStart ? index : clamp(index + columns)
    case 'ArrowUp':
      return index < columns ? 'before' : index - columns
    case 'Home':
      return isControl ? 0 : rowStart
    case 'End':
      return isControl ? last : clamp(rowStart + columns - 1)
    case 'PageDown':
      // Stays in its column if the row has that column.
      return rowStart === lastRowStart
        ? index
        : Math.min(index + columns * place.pageRows, lastRowStart + (index % columns), last)
    case 'PageUp':
      return Math.max(index - columns * place.pageRows, index % columns)
    default:
      return undefined
  }
}

/**
 * How many tiles of about 80 px fit side by side, with 4 px between them. At most four, even on the widest sheet: with five
 * the page would exceed its limit of elements. Also four before there is a layout.
 */
export function columnsFor(width: number): number {
  return width === 0 ? 4 : Math.min(Math.max(Math.round((width + 4) / 84), 2), 4)
}

/** Letters typed one after another. `at` is the time of the last letter, in milliseconds. */
export type Typed = { readonly text: string; readonly at: number }

const pauseMs = 700

/**
 * Appends a letter to the typed ones. After a pause it begins a new word. Undefined for a key that is not a letter.
 */
export function typeLetter(typed: Typed, key: string, at: number): Typed | undefined {
  const isNewWord = at - typed.at > pauseMs
  if ([...key].length !== 1 || (key === ' ' && (isNewWord || typed.text === ''))) return undefined
  return { text: (isNewWord ? '' : typed.text) + key.toLowerCase(), at }
}

/**
 * The next wallet whose name begins with the typed letters, from `index` on and around the end. Repeating one letter
 * steps through its wallets.
 */
export function findTyped(entries: readonly WalletEntry[], text: string, index: number): number | undefined {
  const letters = [...text]
  const isRepeated = letters.every((letter) => letter === letters[0])
  const wanted = isRepeated ? (letters[0] ?? '') : text
  const start = isRepeated ? index + 1 : index
  for (let step = 0; step < entries.length; step += 1) {
    const at = (start + step) % entries.length
    if (entries[at]?.listing.name.toLowerCase().startsWith(wanted)) return at
  }
  return undefined
}
