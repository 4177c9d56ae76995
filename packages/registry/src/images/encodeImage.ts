import { type ChildProcess, fork } from 'node:child_process'
import { asObject } from '@hawser/wire/internal'
import { sha256Hex } from '../bundle/sha256.ts'
import { mapImageFiles, type WalletImage } from '../bundle/walletImage.ts'
import { ImageRefusedError } from '../errors.ts'
import { explainSvg } from './explainSvg.ts'
import type { EncoderAnswer, EncoderCost, EncoderRefusal, EncoderTask } from './imageEncoder.ts'
import { type ImageType, readImageHeader } from './readImageHeader.ts'

/** The limits of an image before it is decoded, and of decoding (T-12, T-101). */
export const imageLimits = {
  bytes: 2 * 1024 * 1024,
  side: 4096,
  svg: { milliseconds: 1_000, bytes: 64 * 1024 * 1024 },
  pixels: { milliseconds: 10_000, bytes: 256 * 1024 * 1024 },
} as const

export type EncodedImage = { readonly imageId: string; readonly image: WalletImage; readonly cost: EncoderCost }

const startMilliseconds = 30_000
// A clone runs the TypeScript source, and not every Node version reads TypeScript: see `startEncoder`.
const ownEncoder = new URL(`./imageEncoder.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
const refusals: Readonly<Record<EncoderRefusal, string>> = {
  unreadable: 'The image is damaged, or not what its first bytes say. Save it anew as PNG.',
  too_large: `The image has more than ${imageLimits.side} pixels a side. Make it smaller; 256 are enough.`,
  too_slow: 'The image takes too long to draw. Simplify it, or save it as PNG.',
  too_hungry: 'The image takes too much memory to draw. Simplify it, or save it as PNG.',
  not_working:
    'The process that draws images could not be started, or ended by itself: is the package sharp installed? The image may be fine.',
}

/** Encodes images one after the other. */
export type ImageEncoder = {
  /** @throws ImageRefusedError - says what to change */
  encode(bytes: Uint8Array): Promise<EncodedImage>
  /** Ends the encoder's process. */
  close(): void
}

/**
 * Creates an encoder that uses one process for all images of one source, in a tenth of the time of a process for each
 * image. A refused image ends the process, and the next image starts another.
 * @param world - `encoder` is the module of that process; default: imageEncoder.ts
 */
export function createImageEncoder(world: { readonly encoder?: URL } = {}): ImageEncoder {
  let running: ChildProcess | undefined
  const close = () => {
    running?.kill('SIGKILL')
    running = undefined
  }
  return {
    async encode(bytes) {
      const type = checkImage(bytes)
      const { milliseconds, bytes: memory } = type === 'svg' ? imageLimits.svg : imageLimits.pixels
      const task = { bytes, type, maxSide: imageLimits.side, maxMilliseconds: milliseconds, maxBytes: memory }
      running ??= startEncoder(world.encoder ?? ownEncoder)
      const answer = await askEncoder(running, task)
      if (answer.status === 'refused') {
        running = undefined
        throw new ImageRefusedError(refusals[answer.reason])
      }
      const image = mapImageFiles((size, type) => readFile(answer.files, `${size}.${type}`))
      return { imageId: sha256Hex(image['lg.png']), image, cost: answer.cost }
    },
    close,
  }
}

/**
 * Decodes an image and encodes its pixels again: squares of 64, 128 and 256 pixels with transparent padding, as WebP
 * and PNG, without any other part of the original. Decoding runs in a separate process with a limit of time and memory.
 * @param bytes - PNG, JPEG, WebP or SVG of at most 2 MiB
 * @param world - as for `createImageEncoder`
 * @returns the files, and their id: the sha256 of `lg.png`
 * @throws ImageRefusedError - says what to change
 */
export async function encodeImage(bytes: Uint8Array, world: { readonly encoder?: URL } = {}): Promise<EncodedImage> {
  const encoder = createImageEncoder(world)
  try {
    return await encoder.encode(bytes)
  } finally {
    encoder.close()
  }
}

/**
 * Checks an image without decoding it.
 * @throws ImageRefusedError
 */
function checkImage(bytes: Uint8Array): ImageType {
  if (bytes.length > imageLimits.bytes) {
    throw new ImageRefusedError(`The image has ${bytes.length} bytes; at most ${imageLimits.bytes} are allowed.`)
  }
  const header = readImageHeader(bytes)
  if (header === undefined)
    throw new ImageRefusedError('The file is not a PNG, JPEG, WebP or SVG, whatever its name says.')
  const { type, width = 1, height = 1 } = header
  if (width > imageLimits.side || height > imageLimits.side) throw new ImageRefusedError(refusals.too_large)
  const fault = type === 'svg' ? explainSvg(bytes, imageLimits.side) : undefined
  if (fault !== undefined) throw new ImageRefusedError(`${fault.what} ${fault.mend}`)
  return type
}

function readFile(files: Readonly<Record<string, Uint8Array>>, name: string): Uint8Array<ArrayBuffer> {
  const bytes = files[name]
  if (bytes === undefined || bytes.length === 0) throw new ImageRefusedError(refusals.unreadable)
  return new Uint8Array(bytes)
}

// The process has read untrusted bytes, so its answer can be malformed.
function parseAnswer(value: unknown): EncoderAnswer {
  const answer = asObject(value) ?? {}
  const reason = Object.keys(refusals).find((one) => one === answer.reason) as EncoderRefusal | undefined
  if (answer.status !== 'encoded') return { status: 'refused', reason: reason ?? 'unreadable' }
  const files = Object.entries(asObject(answer.files) ?? {}).filter(
    (entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array,
  )
  const cost = asObject(answer.cost) ?? {}
  const { milliseconds, bytes } = { milliseconds: Number(cost.milliseconds), bytes: Number(cost.bytes) }
  return { status: 'encoded', files: Object.fromEntries(files), cost: { milliseconds, bytes } }
}

function startEncoder(encoder: URL): ChildProcess {
  return fork(encoder, {
    // Node resolves `--import` from this folder, regardless of the caller's working directory.
    cwd: import.meta.dirname,
    // The process reads untrusted bytes, so it receives no proxy, key or setting of the caller.
    env: {},
    execArgv: encoder.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Sends one task and resolves with the answer. After a refusal the process has ended. */
function askEncoder(encoder: ChildProcess, task: EncoderTask): Promise<EncoderAnswer> {
  return new Promise<EncoderAnswer>((resolve) => {
    let refusal: EncoderAnswer | undefined
    const stop = (answer: EncoderAnswer) => {
      refusal ??= answer
      encoder.kill('SIGKILL')
    }
    const lastTimer = setTimeout(() => stop(refuse('too_slow')), startMilliseconds + task.maxMilliseconds)
    const settle = (answer: EncoderAnswer) => {
      clearTimeout(lastTimer)
      encoder.off('message', hear).off('error', miss).off('exit', end)
      resolve(answer)
    }
    const hear = (message: unknown) => {
      const answer = parseAnswer(message)
      if (answer.status === 'encoded' && refusal === undefined) settle(answer)
      else stop(answer)
    }
    const miss = () => settle(refusal ?? refuse('not_working'))
    // A refusal is reported once the process has ended, so that nothing continues to draw. A signal that this module
    // did not send comes from the system, because the process took too much memory.
    const end = (_: unknown, signal: string | null) =>
      settle(refusal ?? refuse(signal === null ? 'not_working' : 'too_hungry'))
    encoder.on('message', hear).once('error', miss).once('exit', end)
    encoder.send(task, (error) => {
      // The process ended before it read the task. The `exit` event gives the reason, and can precede the listener
      // above.
      const { exitCode, signalCode } = encoder
      if (error !== null && (exitCode ?? signalCode) !== null) end(exitCode, signalCode)
    })
  })
}

function refuse(reason: EncoderRefusal): EncoderAnswer {
  return { status: 'refused', reason }
}
