/** What images are loaded with. `loadImage` settles when the image is there, rejects when it cannot be. */
export type PreloadWorld = {
  readonly loadImage: (url: string, signal: AbortSignal) => Promise<void>
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

const imageTimeoutMs = 3_000
const pageWaitMs = 300

/**
 * Loads the images of a page of wallets: at most 3 s for each, at least 300 ms for all (C5), so that a page appears at once
 * and not tile by tile. Never rejects; the value says whether any image could be loaded, or there was none to load.
 */
export async function preloadImages(
  world: PreloadWorld,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const wait = new Promise<void>((resolve) => {
    world.setTimer(resolve, pageWaitMs)
  })
  // One listener for all: a page has forty images.
  const stops = new Set<() => void>()
  const stopAll = () => {
    for (const stop of [...stops]) stop()
  }
  signal.addEventListener('abort', stopAll)
  const loaded = await Promise.all(urls.map((url) => preloadImage(world, url, stops)))
  signal.removeEventListener('abort', stopAll)
  await wait
  return urls.length === 0 || loaded.includes(true)
}

function preloadImage(world: PreloadWorld, url: string, stops: Set<() => void>): Promise<boolean> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  return new Promise<boolean>((resolve) => {
    const cancelTimer = world.setTimer(stop, imageTimeoutMs)
    const settle = (isLoaded: boolean) => {
      cancelTimer()
      stops.delete(stop)
      resolve(isLoaded)
    }
    stops.add(stop)
    abort.signal.addEventListener('abort', () => settle(false))
    world.loadImage(url, abort.signal).then(
      () => settle(true),
      () => settle(false),
    )
  })
}
