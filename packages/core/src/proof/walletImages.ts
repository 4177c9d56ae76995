import type { Listing } from '@hawser/wire'
import type { RegistryClientOptions } from '../registry/client.ts'

export type WalletImagesOptions = RegistryClientOptions & {
  readonly signal: AbortSignal
  /** The host app's own image of a wallet, by the id of its listing. */
  readonly ownImages: Readonly<Record<string, string>> | undefined
  /** There are other images to show, by the names of their wallets. */
  readonly onImages: (images: Readonly<Record<string, string>>) => void
}

/** Nobody has so many different wallets, and each is a question to the registry. */
const maxNames = 8
/** Wallets whose name has the searched one in it come too. */
const entries = 20

/**
 * Finds the pictures of wallets that are known by name only, as a linked one is: a link stores no listing. Each name is
 * looked up once; one that the registry does not have stays without a picture.
 */
export async function createWalletImages(options: WalletImagesOptions): Promise<(names: readonly string[]) => void> {
  const { signal, ownImages = {}, onImages } = options
  const { createRegistryClient, createRegistryImages } = await import('../wallets/explorer/explorer.ts')
  const registry = createRegistryClient(options)
  const images = createRegistryImages({ ...options, onChange: tell })
  signal.addEventListener('abort', images.stop)
  /** By name: undefined while the registry is asked, and for a wallet that it does not have. */
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
    // A linked wallet's name is no longer than a search may be.
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
      // Without its picture a wallet has initials. The next list asks again.
      lookUp(name).catch(() => found.delete(name))
    }
  }
}
