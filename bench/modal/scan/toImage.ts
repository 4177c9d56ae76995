import type { GreyPicture } from './photograph.ts'

/** Converts the picture to colour, which the readers take. */
export function toImage({ width, height, grey }: GreyPicture): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < grey.length; at += 1) data.fill(grey[at] ?? 0, at * 4, at * 4 + 3)
  return { data, width, height, colorSpace: 'srgb' }
}
