import { type ChainId, type Listing, type ListingPage, type ListingQuery, listingLimits } from '@hawser/wire'
import { createRegistryClient, type RegistryClient, type RegistryClientOptions } from '../../registry/client.ts'
import { createRegistryImages } from '../../registry/images.ts'
import type { ModalOptions } from '../modalOptions.ts'
import type { ExplorerState } from '../state.ts'
import type { ListImages } from '../walletEntries.ts'
import { preloadImages } from './preload.ts'

// Exported from here so that callers fetch one chunk, because they need all of it.
export { createRegistryClient, createRegistryImages }

/** The loaded part of the registry's list. */
export type ExplorerLoad = Pick<ExplorerState, 'status' | 'search' | 'total' | 'isLastPage' | 'errorCode'> & {
  /** The pages as received. */
  readonly pages: readonly (readonly Listing[])[]
}

/**
 * Loads the registry's wallets: the recommended ones, and all wallets page by page. Sends nothing before a method is
 * called.
 */
export type Explorer = {
  /** Loads the recommended wallets, once. */
  recommend(): void
  /** The explorer is on screen: loads the first page if nothing is loaded. */
  show(): void
  search(text: string): void
  more(): void
  /** Stops pending loads. */
  stop(): void
}

export type ExplorerOptions = Omit<RegistryClientOptions, 'registryUrl'> & {
  /** Undefined if the wallets known here are the whole list. */
  readonly registryUrl?: string | undefined
  readonly hasExplorer: boolean
  readonly chains: readonly ChainId[]
  readonly modal: ModalOptions
  readonly get: () => ExplorerLoad
  readonly set: (load: ExplorerLoad) => void
  /** Receives the recommended wallets, in any order. */
  readonly setRecommended: (listings: readonly Listing[]) => void
  /** The query for recommended wallets, or undefined when the host wants none from the registry. */
  readonly recommendedQuery: ListingQuery | undefined
  /** Returns the ids of the wallets that a registry should omit from a search. */
  readonly excludeIds: (search: string) => readonly string[]
  /** Undefined for a wallet without an image, and for a wallet whose image the host app gives. */
  readonly imageIdOf: (listing: Listing) => string | undefined
  /** Receives the images once a registry has answered, because its answers say where they are. */
  readonly setImages: (images: ListImages) => void
  /** Called when there are more of the wanted images to show, or fewer. */
  readonly onImages: () => void
  /** Reports whether the list is unavailable, as far as is known. */
  readonly setUnavailable: (isUnavailable: boolean) => void
  /** Called when a list could not be loaded. */
  readonly onFailure: (error: unknown) => void
  /** Called when no image of a page could be loaded. */
  readonly onImagesMissing: () => void
}

const searchDelayMs = 500
// The list is reported as unavailable before the registry is given up, because the registry may still answer (F-L3:
// within 3 s).
const unavailableAfterMs = 2_000
/** R3: the classic variant waits longer. */
export const classicSearchDelayMs = 1_000

/** Creates an explorer. Without a registry the explorer is ready and empty: the wallets known here are the whole list. */
export function createExplorer(options: ExplorerOptions): Explorer {
  const { registryUrl, get, set } = options
  const registry = registryUrl === undefined ? undefined : createRegistryClient({ ...options, registryUrl })
  const listed = options.hasExplorer ? registry : undefined
  const delayMs = options.modal.variant === 'classic' ? classicSearchDelayMs : searchDelayMs
  const images = createRegistryImages({ ...options, onChange: options.onImages })
  const preloadWorld = { loadImage: images.load, setTimer: options.setTimer }
  let hasRecommended = false
  let isUnanswered = false
  let recommending = new AbortController()
  let recommended = Promise.resolve()
  let asked = new AbortController()
  let cancelTimer = () => {}
  // Counts the received listings, including those that the host app excludes.
  let loadedCount = 0
  let page = 1
  // The same for all pages of a list; otherwise wallets would move from one page to another.
  let excludeIds: readonly string[] = []

  function setUnavailable(isUnavailable: boolean): void {
    isUnanswered = isUnavailable
    options.setUnavailable(isUnavailable)
  }

  function urlOf(listing: Listing): string | undefined {
    const imageId = options.imageIdOf(listing)
    return imageId && registry?.imageUrlOf(imageId)
  }

  async function ask(from: RegistryClient, query: ListingQuery, signal: AbortSignal): Promise<ListingPage> {
    const answer = await reportAvailability({ ...options, setUnavailable }, signal, from.listings(query, signal))
    options.setImages({ images, urlOf })
    return answer
  }

  async function recommend(): Promise<void> {
    const query = options.recommendedQuery
    if (registry === undefined || query === undefined || hasRecommended) return
    recommending.abort()
    recommending = new AbortController()
    const { signal } = recommending
    try {
      const { listings } = await ask(registry, query, signal)
      if (signal.aborted) return
      hasRecommended = true
      options.setRecommended(listings)
      if (loadedCount === 0) return
      // The pages loaded earlier omit other wallets than those now recommended.
      restart(get().search)
      void load()
    } catch (error) {
      if (!signal.aborted) options.onFailure(error)
    }
  }

  function restart(search: string): void {
    asked.abort()
    cancelTimer()
    asked = new AbortController()
    loadedCount = 0
    page = 1
    const isReady = listed === undefined
    set({ status: isReady ? 'ready' : 'loading', search, total: 0, isLastPage: isReady, pages: [] })
  }

  async function load(): Promise<void> {
    if (listed === undefined) return
    const { signal } = asked
    set({ ...get(), status: 'loading' })
    // The list omits the wallets on top, which are known only afterwards.
    await recommended
    if (signal.aborted) return
    try {
      const { listings, total } = await ask(listed, pageQuery(), signal)
      if (signal.aborted) return
      const urls = listings.flatMap((listing) => urlOf(listing) ?? [])
      const hasImages = await preloadImages(preloadWorld, urls, signal)
      if (signal.aborted) return
      if (!hasImages) options.onImagesMissing()
      loadedCount += listings.length
      page += 1
      // An empty page ends the list, regardless of the total.
      const isLast = listings.length === 0 || isLastPage(total, loadedCount)
      set({ ...get(), status: 'ready', pages: [...get().pages, listings], total, isLastPage: isLast })
    } catch (error) {
      if (signal.aborted) return
      set({ ...get(), status: 'failed' })
      options.onFailure(error)
    }
  }

  function pageQuery(): ListingQuery {
    const { search } = get()
    if (page === 1) excludeIds = options.excludeIds(search)
    return { page, entries: listingLimits.pageSize, search, chains: options.chains, includeIds: [], excludeIds }
  }

  return {
    recommend() {
      recommended = recommend()
    },
    show() {
      if (get().status !== 'idle' && get().status !== 'failed') return
      restart(get().search)
      void load()
    },
    search(text) {
      const search = text.trim().slice(0, listingLimits.searchLength)
      if (search === get().search && get().status !== 'idle') return
      restart(search)
      // R1: searches from one character on, when the visitor has stopped typing.
      if (search === '') void load()
      else cancelTimer = options.setTimer(() => void load(), delayMs)
    },
    more() {
      const { status, isLastPage } = get()
      // The first view says that the list is unavailable, and offers a retry.
      if (isUnanswered && status === 'idle') recommended = recommend()
      if ((status === 'ready' && !isLastPage) || status === 'failed') void load()
    },
    stop() {
      recommending.abort()
      asked.abort()
      images.pause()
      cancelTimer()
      setUnavailable(false)
      if (get().status === 'loading') set({ ...get(), status: 'idle' })
    },
  }
}

/** Whether every wallet is loaded (C2): the list fits on one page, or the total was received. */
export function isLastPage(total: number, loadedCount: number): boolean {
  return total <= listingLimits.pageSize || loadedCount >= total
}

/** Waits for a list, and reports when the list fails or is late. A late list may still arrive. */
export async function reportAvailability<T>(
  { setTimer, setUnavailable }: Pick<ExplorerOptions, 'setTimer' | 'setUnavailable'>,
  signal: AbortSignal,
  answer: Promise<T>,
): Promise<T> {
  const tell = (isUnavailable: boolean) => signal.aborted || setUnavailable(isUnavailable)
  const cancel = setTimer(() => tell(true), unavailableAfterMs)
  try {
    const value = await answer
    tell(false)
    return value
  } catch (error) {
    tell(true)
    throw error
  } finally {
    cancel()
  }
}
