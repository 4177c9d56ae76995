import { AnswerUnusableError, type FetchWorld, fetchBounded, readBytes } from '../platform/fetchJson.ts'

/**
 * Images of a registry, fetched and checked before they are shown: an `<img>` accepts anything, at any size and at any
 * cost to the page (F-L4).
 */
export type RegistryImages = {
  /** Returns a `blob:` address of the image. Undefined until the image is loaded, and after it is dropped. */
  shownUrl(url: string): string | undefined
  /** @throws Error - the image cannot be shown, does not arrive in time, or `signal` aborts */
  load(url: string, signal: AbortSignal): Promise<void>
  /** Loads the images that are neither loaded nor requested since the last `pause`. `onChange` reports new images. */
  want(urls: readonly string[]): void
  /** Stops pending loads, which can be requested again. */
  pause(): void
  /** Releases all images for good. */
  stop(): void
}

export type RegistryImagesOptions = FetchWorld & {
  /** Called when there are more images to show, or fewer. */
  readonly onChange: () => void
}

const timeoutMs = 3_000
const maxBytes = 256 * 1024
/** The longest side in pixels: twice that of the project's registry. A page's visible part decodes to a few megabytes. */
const maxSide = 512
const maxKept = 1_000
const maxAtOnce = 4
// A host with several formats chooses an accepted one; other hosts send the format they have. The header causes no preflight.
const init: RequestInit = { credentials: 'omit', headers: { accept: 'image/webp' } }
const maxKeptBytes = 16 * 1024 * 1024
// Images arrive in groups, and the lists are drawn once for each group.
const changeDelayMs = 100
const notShown = 'The image is refused.'

/** Creates the images of a registry. Keeps the most recently used images, at most 1,000 and at most 16 MiB. */
export function createRegistryImages(options: RegistryImagesOptions): RegistryImages {
  /** The images by address, the least recently used first. */
  const kept = new Map<string, { readonly shownUrl: string; readonly size: number }>()
  const asked = new Set<string>()
  let wanting = new AbortController()
  const waiting: (() => void)[] = []
  /** Read buffers, for reuse. */
  const spare: ArrayBuffer[] = []
  let loading = 0
  let keptBytes = 0
  let isStopped = false
  let cancelChange: (() => void) | undefined

  function forget(url: string): void {
    const image = kept.get(url)
    if (image === undefined) return
    kept.delete(url)
    keptBytes -= image.size
    URL.revokeObjectURL(image.shownUrl)
  }

  function keep(url: string, image: Blob): void {
    if (isStopped || kept.has(url)) return
    kept.set(url, { shownUrl: URL.createObjectURL(image), size: image.size })
    keptBytes += image.size
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept && keptBytes <= maxKeptBytes) break
      forget(oldest)
      changed()
    }
  }

  function changed(): void {
    if (isStopped) return
    cancelChange ??= options.setTimer(() => {
      cancelChange = undefined
      options.onChange()
    }, changeDelayMs)
  }

  // The timeout of an image starts before its turn, so that the timeouts of a silent host do not add up.
  const inTurn: FetchWorld = {
    ...options,
    async fetch(input, init) {
      while (loading >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      const { signal } = init ?? {}
      signal?.throwIfAborted()
      loading += 1
      // `fetchBounded` aborts this signal at the end of every request.
      signal?.addEventListener('abort', () => {
        loading -= 1
        for (const wake of waiting.splice(0)) wake()
      })
      const { fetch } = options
      return fetch(input, init)
    },
  }

  async function load(url: string, signal: AbortSignal): Promise<void> {
    if (kept.has(url)) return
    const request = { url, init, signal, timeoutMs, maxBytes }
    keep(url, await fetchBounded(inTurn, request, (response) => readImage(response, spare)))
  }

  function pause(): void {
    wanting.abort()
    wanting = new AbortController()
    asked.clear()
  }

  return {
    shownUrl(url) {
      const image = kept.get(url)
      if (image === undefined) return undefined
      kept.delete(url)
      kept.set(url, image)
      return image.shownUrl
    },
    load,
    want(urls) {
      for (const url of urls) {
        if (kept.has(url) || asked.has(url)) continue
        asked.add(url)
        load(url, wanting.signal).then(changed, () => {})
      }
    },
    pause,
    stop() {
      isStopped = true
      pause()
      cancelChange?.()
      for (const url of [...kept.keys()]) forget(url)
    },
  }
}

/** @throws AnswerUnusableError - the answer is not declared as PNG or WebP, or is too large in bytes or pixels */
async function readImage(response: Response, spare: ArrayBuffer[]): Promise<Blob> {
  // SVG is refused: it is a document, which can keep a page busy without limit.
  const [type] = /^image\/(?:png|webp)(?![^\s;])/i.exec(response.headers.get('content-type') ?? '') ?? []
  // An answer that announces too many bytes is not read.
  if (response.status !== 200 || type === undefined || Number(response.headers.get('content-length')) > maxBytes)
    throw new AnswerUnusableError(notShown)
  const bytes = await readFew(response, spare.pop() ?? new ArrayBuffer(maxBytes + 1))
  spare.push(bytes.buffer)
  const sides = bytes.length > maxBytes ? [0] : sidesOf(bytes, type.toLowerCase() === 'image/png')
  if (sides.some((side) => side < 1 || side > maxSide)) throw new AnswerUnusableError(notShown)
  return new Blob([bytes], { type })
}

/**
 * Reads the first bytes of an answer into `buffer`, at most one more than the limit. A default reader would return
 * everything that has arrived, which is megabytes for each image.
 */
async function readFew(response: Response, buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(buffer)
  let reader: ReadableStreamBYOBReader | undefined
  try {
    reader = response.body?.getReader({ mode: 'byob' })
  } catch {
    // An older browser, or an answer made by the page's own `fetch`.
  }
  if (reader === undefined) {
    const all = await readBytes(response, maxBytes)
    bytes.set(all)
    return bytes.subarray(0, all.length)
  }
  for (let length = 0; ; ) {
    const { done, value } = await reader.read(bytes.subarray(length))
    if (value === undefined) throw new AnswerUnusableError(notShown)
    // `read` has moved the buffer's memory to `value`.
    bytes = new Uint8Array(value.buffer)
    length += value.length
    if (done || length > maxBytes) return bytes.subarray(0, length)
  }
}

/**
 * Reads width and height in pixels from the first bytes, as a decoder does. Returns 0 if they are missing.
 * @throws RangeError - the bytes end too early
 */
function sidesOf(bytes: Uint8Array, isPng: boolean): readonly number[] {
  const view = new DataView(bytes.buffer, 0, bytes.length)
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (isPng) return head === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' ? [view.getUint32(16), view.getUint32(20)] : [0]
  const kind = /^RIFF.{4}WEBPVP8(.)/s.exec(head)?.[1]
  const little = (at: number, bits: number, from = 0) => (view.getUint32(at, true) >> from) & (2 ** bits - 1)
  if (kind === 'X') return [little(24, 24) + 1, little(27, 24) + 1]
  if (kind === ' ') return [little(26, 14), little(26, 14, 16)]
  return kind === 'L' ? [little(21, 14) + 1, little(21, 14, 14) + 1] : [0]
}
