import type { Listing } from '@hawser/wire'
import type { RegistryClientOptions } from '../registry/client.ts'

export type WalletImagesOptions = RegistryClientOptions & {
  readonly signal: AbortSignal
  /** The host app's own images, by the id of the wallet's listing. */
  readonly ownImages: Readonly<Record<string, string>> | undefined
  /** Called with the images to show, by wallet name, when they change. */
  readonly onImages: (images: Readonly<Record<string, string>>) => void
}

/** Hardly any host user has more than this many different wallets, and each one costs a request to the registry. */
const maxNames = 8
/** How many results to request: a search also returns wallets whose name contains the searched name. */
const entries = 20

/**
 * Finds the pictures of wallets that are known by name only, such as linked wallets: a link stores no listing. Each name is
 * looked up once. A wallet that the registry does not have stays without a picture.
 */
export async function createWalletImages(options: WalletImagesOptions): Promise<(names: readonly string[]) => void> {
  const { signal, ownImages = {}, onImages } = options
  const { createRegistryClient, createRegistryImages } = await import('../wallets/explorer/explorer.ts')
  const registry = createRegistryClient(options)
  const images = createRegistryImages({ ...options, onChange: tell })
  signal.addEventListener('abort', images.stop)
  /** The listings by wallet name. Undefined while the registry is asked, and for a wallet that the registry does not have. */
  const found = new Map<string, Listing | undefined>()

  function imageOf({ id, imageId }: Listing): string | undefined {
    if (Object.hasOwn(ownImages, id)) return ownImages[id]
    if (imageId === undefined) return undefined
    const url = registry.imageUrlOf(imageId)
    images.want([url])
    return images.shownUrl(url)
  }

  function tell(): void {
    const shown = [...found].flatMap(([name, listing]) => {
      const url = listing && imageOf(listing)
      return url === undefined ? [] : [[name, url] as const]
    })
    if (!signal.aborted) onImages(Object.fromEntries(shown))
  }

  async function lookUp(name: string): Promise<void> {
    // A linked wallet's name is never longer than a search text can be.
    const query = { page: 1, entries, search: name, chains: [], includeIds: [], excludeIds: [] }
    const { listings } = await registry.listings(query, signal)
    const isNamed = (listing: Listing) => listing.name.toLowerCase() === name.toLowerCase()
    found.set(name, listings.find(isNamed))
    tell()
  }

  return (names) => {
    for (const name of names) {
      if (found.has(name) || found.size >= maxNames) continue
      found.set(name, undefined)
      // A wallet without a picture shows its initials. The next list asks again.
      lookUp(name).catch(() => found.delete(name))
    }
  }
}
