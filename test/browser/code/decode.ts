import { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** Reads the QR code of a screenshot, or undefined. */
export type Decoder = (png: Buffer) => string | undefined
type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/**
 * Scales of the picture to try, because a scanner reads a stream of frames from a moving hand. At one distance, each decoder
 * misses one code in fifty, with any design of the code. Modules as large as ours, on a screen in front of the camera, are best
 * read from farther away.
 */
const distances = [1, 1.4, 0.8, 0.6, 0.5]

function inFrames(decode: (picture: Picture) => string | undefined): Decoder {
  return (png) => {
    const { data, width, height } = PNG.sync.read(png)
    const picture = { data: new Uint8ClampedArray(data), width, height }
    for (const distance of distances) {
      const text = decode(scale(picture, distance))
      if (text !== undefined) return text
    }
    return undefined
  }
}

/** Scales a picture bilinearly, as a lens would. */
function scale(picture: Picture, factor: number): Picture {
  if (factor === 1) return picture
  const width = Math.round(picture.width * factor)
  const height = Math.round(picture.height * factor)
  const data = new Uint8ClampedArray(width * height * 4)
  const at = (x: number, y: number, channel: number) =>
    picture.data[(Math.min(y, picture.height - 1) * picture.width + Math.min(x, picture.width - 1)) * 4 + channel] ??
    255
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor(x / factor)
      const top = Math.floor(y / factor)
      const across = x / factor - left
      const down = y / factor - top
      for (let channel = 0; channel < 4; channel += 1) {
        const upper = at(left, top, channel) * (1 - across) + at(left + 1, top, channel) * across
        const lower = at(left, top + 1, channel) * (1 - across) + at(left + 1, top + 1, channel) * across
        data[(y * width + x) * 4 + channel] = upper * (1 - down) + lower * down
      }
    }
  }
  return { data, width, height }
}

/** Two decoders that share no code. */
export const decoders: Readonly<Record<'jsqr' | 'zxing', Decoder>> = {
  jsqr: inFrames(({ data, width, height }) => jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data),
  zxing: inFrames(({ data, width, height }) => {
    const grey = Uint8ClampedArray.from({ length: width * height }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
      return (red + 2 * green + blue) / 4
    })
    try {
      const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))
      return new QRCodeReader().decode(bitmap, new Map([[DecodeHintType.TRY_HARDER, true]])).getText()
    } catch {
      return undefined
    }
  }),
}
