import type { ChainId, Listing } from '@hawser/wire'
import type { AnnouncedWallet } from './discovery.ts'
import type { Explorer, ExplorerLoad, ExplorerOptions } from './explorer.ts'
import { describeFailure } from './failure.ts'
import type { ExplorerState, LinkerState, Toast, WalletEntry } from './linkerState.ts'
import { listManualWallets, type ModalOptions } from './modalOptions.ts'
import type { Platform } from './platform.ts'
import { type KeyValue, readRecentWallet, writeRecentWallet } from './recentWallet.ts'
import { isAllowed, isMatch, listExplorer, listHome, recommendBuiltIn, unique } from './walletLists.ts'

/** Which wallets there are to choose from. */
export type Wallets = {
  /** Loads the recommended wallets, once; until then, and without a registry, the built-in ones stand in. */
  load(): void
  remember(listingId: string): void
  showExplorer(): void
  search(text: string): void
  more(): void
  /** Shows what has been announced since. */
  refresh(): void
  /** Stops what is under way; the next `load` starts again. */
  pause(): void
}

export type WalletsOptions = Pick<
  ExplorerOptions,
  'registryUrl' | 'projectId' | 'fetch' | 'setTimer' | 'loadImage' | 'options'
> & {
  readonly builtIn: readonly Listing[]
  readonly chains: readonly ChainId[]
  readonly options: ModalOptions
  readonly platform: Platform
  /** Extensions announced in this browser. */
  readonly announced: () => readonly AnnouncedWallet[]
  readonly storage: KeyValue
  readonly now: () => number
  readonly set: (change: Pick<LinkerState, 'wallets' | 'explorer'>) => void
  readonly showToast: (toast: Toast) => void
}

/**
 * Creates the lists of wallets. `set` is called at once with what is built in.
 * @throws InvalidListingError - on an id or name of the host's own wallets that no listing may have
 */
export function createWallets(world: WalletsOptions): Wallets {
  const { registryUrl, options, chains, storage } = world
  const manual = listManualWallets(options)
  const builtIn = world.builtIn.filter((listing) => isAllowed(listing, options, chains))
  const hasExplorer = options.enableExplorer !== false && options.explorerExcludedWalletIds !== 'ALL'
  const entries = new WeakMap<Listing, WalletEntry>()
  let recommended = recommendBuiltIn(builtIn, options)
  let recentId = readRecentWallet(storage)?.id
  let explorerLoad: ExplorerLoad = { status: 'idle', search: '', total: 0, isLastPage: false, listings: [] }
  let explorer: Promise<Explorer> | undefined

  /** Asking a registry is code of its own, fetched once the modal is open: a QR code is drawn without it. */
  async function withExplorer(use: (explorer: Explorer) => void): Promise<void> {
    explorer ??= import('./explorer.ts').then(({ createExplorer }) => createExplorer(explorerOptions))
    try {
      use(await explorer)
    } catch (error) {
      explorer = undefined
      explorerLoad = { ...explorerLoad, status: 'failed' }
      publish()
      failed(error)
    }
  }

  const explorerOptions: ExplorerOptions = {
    ...world,
    hasExplorer,
    get: () => explorerLoad,
    set(load) {
      explorerLoad = load
      publish()
    },
    setRecommended(listings) {
      recommended = listings.filter((listing) => isAllowed(listing, options, chains))
      publish()
    },
    ownIds: () => unique(manual, recommended).map(({ id }) => id),
    imageUrlOf,
    onFailure: failed,
    onImagesMissing: () => world.showToast({ kind: 'error', message: 'failedPreloading', text: undefined }),
  }

  function publish(): void {
    const known = unique(manual, recommended, builtIn, explorerLoad.listings)
    const recent = known.find(({ id }) => id === recentId)
    const home = listHome({ recent, manual, recommended }, world.platform.device, hasExplorer)
    world.set({
      wallets: { shown: home.shown.map(entryOf), hasMore: home.hasMore },
      explorer: exploreState(),
    })
  }

  function exploreState(): ExplorerState {
    const { status, search, total, isLastPage } = explorerLoad
    const listed = unique(explorerLoad.listings, standIns()).filter((listing) => isAllowed(listing, options, chains))
    const shown = listExplorer({ manual, recommended }, listed, search).map(entryOf)
    return { status, search, entries: shown, total: Math.max(total, shown.length), isLastPage }
  }

  /** What stands in for a registry that is not there (L3). */
  function standIns(): readonly Listing[] {
    const { status, search } = explorerLoad
    if (!hasExplorer || (registryUrl !== undefined && status !== 'failed')) return []
    return builtIn.filter((listing) => isMatch(listing, search))
  }

  /** The same entry for the same wallet, so that a page more does not draw the pages before anew. */
  function entryOf(listing: Listing): WalletEntry {
    const isRecent = listing.id === recentId
    const known = entries.get(listing)
    if (known?.isRecent === isRecent) return known
    const entry = { listing, imageUrl: imageUrlOf(listing), isRecent, isInstalled: false, rdns: undefined }
    entries.set(listing, entry)
    return entry
  }

  function imageUrlOf({ id, imageId }: Listing): string | undefined {
    const images = options.walletImages ?? {}
    if (Object.hasOwn(images, id)) return images[id]
    if (imageId === undefined || registryUrl === undefined) return undefined
    return `${registryUrl.replace(/\/{1,8}$/, '')}/w3m/v1/getWalletImage/${imageId}`
  }

  function failed(error: unknown): void {
    const { message } = describeFailure(error)
    world.showToast({ kind: 'error', message: 'unknownError', text: message === '' ? undefined : message })
  }

  publish()
  return {
    load() {
      // The next task: the code is drawn before anything is fetched for the list.
      if (registryUrl !== undefined) world.setTimer(() => void withExplorer(({ recommend }) => recommend()), 0)
    },
    remember(listingId) {
      recentId = listingId
      writeRecentWallet(storage, { id: listingId, at: world.now() })
      publish()
    },
    showExplorer: () => void withExplorer(({ show }) => show()),
    refresh: publish,
    search: (text) => void withExplorer(({ search }) => search(text)),
    more: () => void withExplorer(({ more }) => more()),
    pause() {
      if (explorer !== undefined) void withExplorer(({ stop }) => stop())
    },
  }
}
