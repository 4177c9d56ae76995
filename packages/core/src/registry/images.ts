import { AnswerUnusableError, type FetchWorld, fetchBounded, readBytes } from '../platform/fetchJson.ts'

/**
 * Images of a registry, fetched and checked before they are shown: an `<img>` accepts anything, however long it is and
 * whatever it does to the page (F-L4).
 */
export type RegistryImages = {
  /** A `blob:` address that shows the image; undefined until it is loaded, and when it is no longer kept. */
  shownUrl(url: string): string | undefined
  /** @throws Error - the image cannot be shown, does not come in time, or `signal` aborts */
  load(url: string, signal: AbortSignal): Promise<void>
  /** Loads those that are neither present nor requested since the last `pause`. `onChange` reports new ones. */
  want(urls: readonly string[]): void
  /** Stops pending loads; they may be requested again. */
  pause(): void
  /** Releases all images for good. */
  stop(): void
}

export type RegistryImagesOptions = FetchWorld & {
  /** There are more images to show, or fewer. */
  readonly onChange: () => void
}

const timeoutMs = 3_000
const maxBytes = 256 * 1024
/** Twice those of our registry. The visible part of a page decodes to a few megabytes. */
const maxSide = 512
const maxKept = 1_000
const maxAtOnce = 4
// A host with several formats chooses an accepted one, and others send what they have. It causes no preflight.
const init: RequestInit = { credentials: 'omit', headers: { accept: 'image/webp' } }
const maxKeptBytes = 16 * 1024 * 1024
// Several images arrive together: the lists are drawn once for them.
const changeDelayMs = 100
const notShown = 'The image is refused.'

/** Creates the images of a registry. It keeps at most 1,000 or 16 MiB of them, the most recently used. */
export function createRegistryImages(options: RegistryImagesOptions): RegistryImages {
  /** By their addresses, the least recently used first. */
  const kept = new Map<string, { readonly shownUrl: string; readonly size: number }>()
  const asked = new Set<string>()
  let wanting = new AbortController()
  const waiting: (() => void)[] = []
  /** A read buffer, for reuse. */
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

  // Their three seconds begin at once: those of a silent host are not awaited in turn.
  const inTurn: FetchWorld = {
    ...options,
    async fetch(input, init) {
      while (loading >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      const { signal } = init ?? {}
      signal?.throwIfAborted()
      loading += 1
      // It is, when all is over.
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

/** @throws AnswerUnusableError - unless the answer is a PNG or WebP, says so, and is small in bytes and pixels */
async function readImage(response: Response, spare: ArrayBuffer[]): Promise<Blob> {
  // No SVG: that is a document, which can keep a page busy for as long as it likes.
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
 * The first bytes of an answer, at most one more than the limit, in `buffer`. It takes no more from the browser: a
 * common reader returns everything that has arrived, which is megabytes for each image.
 */
async function readFew(response: Response, buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(buffer)
  let reader: ReadableStreamBYOBReader | undefined
  try {
    reader = response.body?.getReader({ mode: 'byob' })
  } catch {
    // An older browser, or an answer made by a page's own fetch.
  }
  if (reader === undefined) {
    const all = await readBytes(response, maxBytes)
    bytes.set(all)
    return bytes.subarray(0, all.length)
  }
  for (let length = 0; ; ) {
    const { done, value } = await reader.read(bytes.subarray(length))
    if (value === undefined) throw new AnswerUnusableError(notShown)
    // The passed-in buffer is empty: its memory is here now.
    bytes = new Uint8Array(value.buffer)
    length += value.length
    if (done || length > maxBytes) return bytes.subarray(0, length)
  }
}

/**
 * Width and height in pixels from the first bytes, which a decoder follows; 0 if they are missing.
 * @throws RangeError - the bytes end before
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
