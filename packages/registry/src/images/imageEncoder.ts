import sharp, { type Sharp } from 'sharp'

/**
 * A task for this module, which runs as a separate process and decodes images one at a time. A hostile image can slow
 * or exhaust only this process. encodeImage.ts starts the process, sends a task and receives one answer. The first
 * refusal ends the process.
 */
export type EncoderTask = {
  readonly bytes: Uint8Array
  readonly type: string
  readonly maxSide: number
  readonly maxMilliseconds: number
  readonly maxBytes: number
}
export type EncoderAnswer =
  | { readonly status: 'encoded'; readonly files: Readonly<Record<string, Uint8Array>>; readonly cost: EncoderCost }
  | { readonly status: 'refused'; readonly reason: EncoderRefusal }
export type EncoderRefusal = 'unreadable' | 'too_large' | 'too_slow' | 'too_hungry' | 'not_working'
/** The cost of decoding: processor milliseconds, and bytes of memory beyond the process's own. */
export type EncoderCost = { readonly milliseconds: number; readonly bytes: number }

const sides = { lg: 256, md: 128, sm: 64 } as const
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

sharp.cache(false)
sharp.concurrency(1)
process.on('message', (task: EncoderTask) => void run(task))
// The parent process has gone, so no answer is needed.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

/**
 * The memory of the process before its first image, in bytes. The limit applies to all images of the process together.
 */
let ownBytes: number | undefined
const peakBytes = () => process.resourceUsage().maxRSS * 1024

async function run(task: EncoderTask): Promise<void> {
  const startedAt = process.cpuUsage()
  // Processor time, so that a busy machine does not make an image count as hard to draw.
  const spentMilliseconds = () => {
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1_000
  }
  ownBytes ??= peakBytes()
  const emptyBytes = ownBytes
  const cost = () => ({ milliseconds: spentMilliseconds(), bytes: peakBytes() - emptyBytes })
  // Decoding runs on separate threads, so this timer still fires.
  const clock = setInterval(() => {
    const { milliseconds, bytes } = cost()
    if (bytes <= task.maxBytes && milliseconds <= task.maxMilliseconds) return
    clearInterval(clock)
    answer({ status: 'refused', reason: bytes > task.maxBytes ? 'too_hungry' : 'too_slow' })
  }, 5)
  try {
    const found = await encode(task)
    clearInterval(clock)
    answer('reason' in found ? { status: 'refused', ...found } : { status: 'encoded', ...found, cost: cost() })
  } catch {
    answer({ status: 'refused', reason: 'unreadable' })
  }
}

// The parent process ends this process after a refusal. `process.exit` would wait for the drawing thread, which has to
// be stopped.
function answer(message: EncoderAnswer): void {
  process.send?.(message)
}

type Found = { readonly files: Record<string, Uint8Array> } | { readonly reason: 'unreadable' | 'too_large' }

async function encode({ bytes, type, maxSide }: EncoderTask): Promise<Found> {
  // Reads the claimed size without decoding.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  // The format is not what the first bytes say.
  if (format !== type) return { reason: 'unreadable' }
  if (width > maxSide || height > maxSide) return { reason: 'too_large' }
  const source = sharp(bytes, { limitInputPixels: maxSide * maxSide, failOn: 'error', sequentialRead: true })
  const pixels = await fit(source.autoOrient(), sides.lg).raw().toBuffer()
  const raw = { width: sides.lg, height: sides.lg, channels: 4 as const }
  const files: Record<string, Uint8Array> = {}
  for (const [size, side] of Object.entries(sides)) {
    const square = () => fit(sharp(pixels, { raw }), side)
    files[`${size}.png`] = await square().png({ compressionLevel: 9 }).toBuffer()
    files[`${size}.webp`] = await square().webp({ quality: 90, alphaQuality: 100 }).toBuffer()
  }
  return { files }
}

// Only the pixels of the original remain: no profile, no EXIF, no text, no bytes after its end.
function fit(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'contain', background: transparent }).toColourspace('srgb').ensureAlpha()
}
