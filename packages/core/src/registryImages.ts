import { type FetchWorld, fetchBounded, readBytes } from './fetchJson.ts'

/**
 * Images of a registry, fetched and looked at before they are shown: an `<img>` takes what comes, however long it is and
 * whatever it does to the page (F-L4).
 */
export type RegistryImages = {
  /** A `blob:` address that shows the image; undefined until it is loaded, and when it is not kept any more. */
  shownUrl(url: string): string | undefined
  /** @throws Error - when the image is none that is shown, does not come in time, or `signal` aborts */
  load(url: string, signal: AbortSignal): Promise<void>
  /** Loads those that are neither there nor asked for since the last `pause`. `onChange` tells of what came. */
  want(urls: readonly string[]): void
  /** Stops what is wanted; it may be wanted again. */
  pause(): void
  /** Lets go of all images, for good. */
  stop(): void
}

export type RegistryImagesOptions = FetchWorld & {
  /** There are more images to show, or fewer. */
  readonly onChange: () => void
}

const timeoutMs = 3_000
const maxBytes = 256 * 1024
const maxKept = 1_000
const maxKeptBytes = 16 * 1024 * 1024
// Several images come together: the lists are drawn once for them.
const changeDelayMs = 100

// No SVG: that is a document, which can keep a page busy for as long as it likes.
const beginnings: Readonly<Record<string, RegExp>> = {
  png: /^\x89PNG/,
  webp: /^RIFF.{4}WEBP/s,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8/,
  avif: /^.{4}ftyp/s,
}

/** Creates the images of a registry. At most 1,000 or 16 MiB of them are kept, those that were used last. */
export function createRegistryImages(world: RegistryImagesOptions): RegistryImages {
  /** By their addresses, the least recently used first. */
  const kept = new Map<string, { readonly shownUrl: string; readonly size: number }>()
  const asked = new Map<string, AbortController>()
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
    cancelChange ??= world.setTimer(() => {
      cancelChange = undefined
      world.onChange()
    }, changeDelayMs)
  }

  async function load(url: string, signal: AbortSignal): Promise<void> {
    if (kept.has(url)) return
    const request = { url, init: { credentials: 'omit' }, signal, timeoutMs, maxBytes } as const
    keep(url, await fetchBounded(world, request, readImage))
  }

  function pause(): void {
    for (const abort of asked.values()) abort.abort()
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
        const abort = new AbortController()
        asked.set(url, abort)
        load(url, abort.signal).then(changed, () => {})
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

/** @throws Error - unless the answer says that it is an image of a kind that is shown, and begins like one */
async function readImage(response: Response): Promise<Blob> {
  const kind = /^image\/(\w+)\s*(;|$)/i.exec(response.headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? ''
  const beginning = Object.hasOwn(beginnings, kind) ? beginnings[kind] : undefined
  if (response.status !== 200 || beginning === undefined) throw new Error('The answer is no image.')
  // What says that it is too long is not begun.
  if (Number(response.headers.get('content-length')) > maxBytes) throw new Error('The image is too large.')
  const bytes = await readBytes(response, maxBytes)
  if (!beginning.test(String.fromCharCode(...bytes.subarray(0, 12)))) throw new Error(`The image is no ${kind}.`)
  return new Blob([Uint8Array.from(bytes)], { type: `image/${kind}` })
}
