import { type GreyPicture, photograph, type Shot } from './photograph.ts'
import { type ReaderName, readerNames, readers } from './readers.ts'
import { toImage } from './toImage.ts'

/** A code as the page shows it, with its text. */
export type ShownCode = { readonly page: GreyPicture; readonly text: string }

/** How many pictures of a code were read, per reader and per width of the code in the picture. */
export type Reads = {
  readonly pictures: number
  readonly byReader: Readonly<Record<ReaderName, number>>
  readonly byWidth: ReadonlyMap<number, number>
}

/**
 * Lists the shots: each camera setting at each distance. A camera sees 100 pixels of a code from across a desk, 400 from close
 * by.
 */
export function listShots(isQuick: boolean): readonly Shot[] {
  const widths = isQuick ? [125, 180, 270] : [100, 125, 150, 180, 220, 270, 330, 400]
  const shots = widths.flatMap((width) =>
    [0.5, 1].flatMap((blur) => [6, 18].flatMap((noise) => [0, 10, 20].map((tilt) => ({ width, blur, noise, tilt })))),
  )
  return shots.map((shot, seed) => ({ ...shot, seed }))
}

/** Takes every shot of every code, and counts the pictures that were read correctly. */
export async function countReads(codes: readonly ShownCode[], shots: readonly Shot[]): Promise<Reads> {
  const byReader = { zxing: 0, zbar: 0, jsqr: 0 }
  const byWidth = new Map(shots.map(({ width }) => [width, 0]))
  for (const { page, text } of codes) {
    for (const shot of shots) {
      const image = toImage(photograph(page, shot))
      for (const name of readerNames) {
        if ((await readers[name](image)) !== text) continue
        byReader[name] += 1
        byWidth.set(shot.width, (byWidth.get(shot.width) ?? 0) + 1)
      }
    }
  }
  return { pictures: codes.length * shots.length, byReader, byWidth }
}
