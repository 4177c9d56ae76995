/** The grey values of a picture, row by row, from 0 (black) to 255. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly grey: Float32Array }

/** How a camera sees a code. Lengths are in pixels of the camera's picture. */
export type Shot = {
  /** The width of the code in the camera's picture, with its quiet zone. A smaller width is a greater distance. */
  readonly width: number
  /** The standard deviation of the blur. */
  readonly blur: number
  /** The standard deviation of the noise, on the scale of 255. */
  readonly noise: number
  /**
   * The angle in degrees by which the camera looks from the side. It looks from above by half of the angle, and is rotated by a
   * third.
   */
  readonly tilt: number
  readonly seed: number
}

/** The margin around the code in the photo of the page, as a share of the code's side. */
export const surroundings = 0.15
/** The camera's distance, in sides of the code. */
const distance = 2.5
/** Samples of the page per camera pixel, along each side: a sensor adds up the light. */
const samples = 3
/** A screen in a lit room is not black and white. */
const darkest = 40
const brightest = 225
/** The share of light that the far side loses when light comes from one side. */
const shade = 0.2

/** Takes a picture of a code as a camera does. The same shot of the same page always gives the same picture. */
export function photograph(page: GreyPicture, shot: Shot): GreyPicture {
  const side = Math.round(shot.width * (1 + 2 * surroundings))
  const seen = blurred(projected(page, shot, side), side, shot.blur)
  const random = createRandom(shot.seed)
  const grey = seen.map((value, at) => {
    const light = 1 - (shade * (at % side)) / side
    const level = (darkest + (value / 255) * (brightest - darkest)) * light
    return Math.min(255, Math.max(0, Math.round(level + shot.noise * normal(random))))
  })
  return { width: side, height: side, grey }
}

/**
 * Projects the page in perspective. The unit is the code's side, with 0 in the middle. A ray (u, v, 1) of the camera meets the
 * plane of the turned page. Past the page, the camera sees the page's edge.
 */
function projected(page: GreyPicture, { width, tilt }: Shot, side: number): Float32Array {
  const degree = Math.PI / 180
  const sy = Math.sin(tilt * degree)
  const cy = Math.cos(tilt * degree)
  const sp = Math.sin((tilt / 2) * degree)
  const cp = Math.cos((tilt / 2) * degree)
  const sr = Math.sin((tilt / 3) * degree)
  const cr = Math.cos((tilt / 3) * degree)
  const scale = page.width / (1 + 2 * surroundings)
  const grey = new Float32Array(side * side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      let sum = 0
      for (let sample = 0; sample < samples ** 2; sample += 1) {
        const across = (x + ((sample % samples) + 0.5) / samples - side / 2) / width
        const down = (y + (Math.floor(sample / samples) + 0.5) / samples - side / 2) / width
        const u = (across * cr + down * sr) / distance
        const v = (down * cr - across * sr) / distance
        // The page's point (a, b) is at (a cy + b sy sp, b cp, distance - a sy + b cy sp): two equations for a and b.
        const m00 = cy + u * sy
        const m01 = (sy - u * cy) * sp
        const m10 = v * sy
        const m11 = cp - v * cy * sp
        const part = (scale * distance) / (m00 * m11 - m01 * m10)
        const px = page.width / 2 + part * (u * m11 - v * m01)
        const py = page.height / 2 + part * (v * m00 - u * m10)
        sum += valueAt(page, px, py)
      }
      grey[y * side + x] = sum / samples ** 2
    }
  }
  return grey
}

/** Interpolates bilinearly between the centres of pixels. */
function valueAt({ width, height, grey }: GreyPicture, x: number, y: number): number {
  const left = Math.min(Math.max(x - 0.5, 0), width - 1.001)
  const top = Math.min(Math.max(y - 0.5, 0), height - 1.001)
  const at = Math.floor(top) * width + Math.floor(left)
  const across = left - Math.floor(left)
  const down = top - Math.floor(top)
  const upper = (grey[at] ?? 0) * (1 - across) + (grey[at + 1] ?? 0) * across
  const lower = (grey[at + width] ?? 0) * (1 - across) + (grey[at + width + 1] ?? 0) * across
  return upper * (1 - down) + lower * down
}

/** Blurs with a Gaussian, first along the rows, then along the columns. */
function blurred(grey: Float32Array, side: number, deviation: number): Float32Array {
  if (deviation === 0) return grey
  const reach = Math.ceil(3 * deviation)
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * deviation ** 2)),
  )
  const whole = weights.reduce((sum, weight) => sum + weight)
  const along = (from: Float32Array, acrossStep: number, alongStep: number) => {
    const to = new Float32Array(from.length)
    for (let line = 0; line < side; line += 1) {
      for (let place = 0; place < side; place += 1) {
        let sum = 0
        for (let index = 0; index <= 2 * reach; index += 1) {
          const near = Math.min(Math.max(place + index - reach, 0), side - 1)
          sum += (weights[index] ?? 0) * (from[line * acrossStep + near * alongStep] ?? 0)
        }
        to[line * acrossStep + place * alongStep] = sum / whole
      }
    }
    return to
  }
  return along(along(grey, side, 1), 1, side)
}

/** Returns a generator of numbers from 0 to 1 for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
