/**
 * The options for loading images. `loadImage` resolves when the image is loaded, and rejects when it cannot be loaded
 * in time.
 */
export type PreloadWorld = {
  readonly loadImage: (url: string, signal: AbortSignal) => Promise<void>
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

const pageWaitMs = 300

/**
 * Loads the images of a page of wallets, and takes at least 300 ms (C5), so that a page appears at once and not tile by
 * tile. Never rejects. Resolves to whether any image was loaded, or no image had to be loaded.
 */
export async function preloadImages(
  world: PreloadWorld,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const wait = new Promise<void>((resolve) => {
    world.setTimer(resolve, pageWaitMs)
  })
  const loaded = await Promise.allSettled(urls.map((url) => world.loadImage(url, signal)))
  await wait
  return urls.length === 0 || loaded.some(({ status }) => status === 'fulfilled')
}
