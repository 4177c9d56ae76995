import type { ChainId, Listing } from '@hawser/wire'
import type { KeyValue } from '../platform/keyValue.ts'
import type { Platform } from '../platform/platform.ts'
import type { RegistryImages } from '../registry/images.ts'
import type { AnnouncedWallet } from './discovery/announcement.ts'
import type { Explorer, ExplorerLoad, ExplorerOptions } from './explorer/explorer.ts'
import { createExplorerEntries } from './explorer/explorerEntries.ts'
import { findInstalled, type InstalledWallet } from './installed.ts'
import { isAllowed, listHome, placeKnown, recommendBuiltIn, unique } from './lists.ts'
import { filtersLocally, isMatch } from './matches.ts'
import { listManualWallets, type ModalOptions } from './modalOptions.ts'
import { readRecentWallet, writeRecentWallet } from './recent.ts'
import type { ExplorerState, WalletEntry, WalletLists } from './state.ts'

/** Which wallets there are to choose from. */
export type Wallets = {
  /** Loads the recommended wallets, once; until then, and without a registry, the built-in ones stand in. */
  load(): void
  remember(listingId: string): void
  showExplorer(): void
  search(text: string): void
  more(): void
  /** Loads the images of these, each once an opening. Those of the home list and of a registry's pages come by themselves. */
  wantImages(listings: readonly Listing[]): void
  /** Shows what has been announced since. */
  refresh(): void
  /** Stops what is under way; the next `load` starts again. */
  pause(): void
  /** Stops for good. */
  stop(): void
}

export type WalletsOptions = Pick<
  ExplorerOptions,
  'registryUrl' | 'registryKey' | 'projectId' | 'fetch' | 'setTimer' | 'modal' | 'onFailure' | 'onImagesMissing'
> & {
  readonly builtIn: readonly Listing[]
  readonly chains: readonly ChainId[]
  readonly modal: ModalOptions
  readonly platform: Platform
  /** Extensions announced in this browser. */
  readonly announced: () => readonly AnnouncedWallet[]
  readonly storage: KeyValue
  readonly now: () => number
  readonly set: (change: { readonly wallets: WalletLists; readonly explorer: ExplorerState }) => void
}

/**
 * Creates the lists of wallets. `set` is called at once with what is built in.
 */
export function createWallets(options: WalletsOptions): Wallets {
  const { modal, chains, storage, builtIn } = options
  const isClassic = modal.variant === 'classic'
  // The classic variant's own list is the whole list: no other registry is asked.
  const classicUrl = isClassic ? modal.classicRegistryUrl : undefined
  const registryUrl = classicUrl === undefined ? options.registryUrl : undefined
  const { listings: manual, error: manualError } = readManualWallets(modal, builtIn)
  const hasExplorer = modal.enableExplorer !== false && modal.explorerExcludedWalletIds !== 'ALL'
  const cachedEntries = new WeakMap<Listing, WalletEntry>()
  /** What pages have brought so far: a search does not make a wallet unknown again. */
  const loadedById = new Map<string, Listing>()
  const loadedByRdns = new Map<string, Listing>()
  const explorerEntries = createExplorerEntries({ entryOf, isShown })
  let recommended = classicUrl === undefined ? recommendBuiltIn(builtIn.filter(isAllowedHere), modal) : []
  let installed: ReadonlyMap<string, InstalledWallet> = new Map()
  let recentId = readRecentWallet(storage)?.id
  let explorerLoad: ExplorerLoad = { status: 'idle', search: '', total: 0, isLastPage: false, pages: [] }
  let explorer: Promise<Explorer> | undefined
  let isUnavailable = false
  /** The registry's, once it has answered. */
  let images: RegistryImages | undefined
  let urlOf: (listing: Listing) => string | undefined
  let isPaused = false
  let cancelLoad = () => {}

  /** Asking a registry is code of its own, fetched once the modal is open: a QR code is drawn without it. */
  async function withExplorer(use: (explorer: Explorer) => void): Promise<void> {
    explorer ??=
      classicUrl === undefined
        ? import('./explorer/explorer.ts').then(({ createExplorer }) => createExplorer(explorerOptions))
        : import('./explorer/classicList.ts').then(({ createClassicList }) =>
            createClassicList(explorerOptions, classicUrl),
          )
    try {
      const opened = await explorer
      // Closed meanwhile: nobody is asked for what nobody looks at.
      if (!isPaused) use(opened)
    } catch (error) {
      explorer = undefined
      explorerLoad = { ...explorerLoad, status: 'failed' }
      setUnavailable(true)
      publish()
      options.onFailure(error)
    }
  }

  const explorerOptions: ExplorerOptions = {
    ...options,
    registryUrl,
    hasExplorer,
    get: () => explorerLoad,
    set(load) {
      const before = explorerLoad
      explorerLoad = load
      if (load.pages.length > 0 && load.pages.at(-1) !== before.pages.at(-1)) notice(load.pages.at(-1) ?? [])
      // What stands above follows from it.
      if (load.search !== before.search) explorerEntries.reset()
      publish()
    },
    setRecommended(listings) {
      recommended = listings
      notice(listings)
      refresh()
    },
    // Not the installed ones: what a visitor has in the browser is told to nobody.
    ownIds: () => unique(manual, recommended).map(({ id }) => id),
    imageIdOf,
    setImages(next, nextUrlOf) {
      images = next
      urlOf = nextUrlOf
    },
    onImages() {
      explorerEntries.reset()
      publish()
    },
    setUnavailable,
  }

  function setUnavailable(next: boolean): void {
    if (next === isUnavailable) return
    isUnavailable = next
    explorerEntries.reset()
    publish()
  }

  /** Remembers what came, and whether an announced wallet turns out to be listed. */
  function notice(listings: readonly Listing[]): void {
    let isAnnouncedListed = false
    for (const listing of listings) {
      loadedById.set(listing.id, listing)
      const { rdns } = listing
      if (rdns === undefined || loadedByRdns.has(rdns)) continue
      loadedByRdns.set(rdns, listing)
      if (installed.get(rdns)?.isListed === false) isAnnouncedListed = true
    }
    if (isAnnouncedListed) findInstalledAgain()
  }

  function findInstalledAgain(): void {
    const known = [...manual, ...recommended, ...builtIn]
    installed = findInstalled(
      options.announced(),
      (rdns) => known.find((listing) => listing.rdns === rdns) ?? loadedByRdns.get(rdns),
    )
    explorerEntries.reset()
  }

  function refresh(): void {
    findInstalledAgain()
    publish()
  }

  function listInstalled(): readonly Listing[] {
    return [...installed.values()].map(({ listing }) => listing)
  }

  function isAllowedHere(listing: Listing): boolean {
    return isAllowed(listing, modal, chains)
  }

  /** Allowed, and not a second listing of an installed wallet. */
  function isShown(listing: Listing): boolean {
    const same = listing.rdns === undefined ? undefined : installed.get(listing.rdns)
    return isAllowedHere(listing) && (same === undefined || same.listing.id === listing.id)
  }

  function publish(): void {
    const sources = {
      installed: listInstalled().filter(isShown),
      manual: manual.filter(isShown),
      recommended: recommended.filter(isShown),
    }
    const known = unique(sources.installed, sources.manual, sources.recommended, builtIn)
    const found = known.find(({ id }) => id === recentId) ?? loadedById.get(recentId ?? '')
    const recent = found !== undefined && isShown(found) ? found : undefined
    const home = listHome({ recent, ...sources }, options.platform.device, hasExplorer)
    // The home list last: of its images the least is let go.
    const explorer = exploreState(sources)
    options.set({ wallets: { shown: home.shown.map(entryOf), hasMore: home.hasMore, isReady: true }, explorer })
    // The images of pages come with them.
    const { above, below } = placeKnown(sources, explorer.search)
    const inSight = explorer.status === 'idle' ? home.shown : [...home.shown, ...above, ...below]
    wantImages(inSight)
  }

  function exploreState(sources: Parameters<typeof placeKnown>[0]): ExplorerState {
    const { status, search, total, isLastPage, pages } = explorerLoad
    const isWithout = isUnavailable && pages.length === 0
    // What stands in is all there is, whatever was searched for when the registry went away.
    const shownSearch = isWithout ? '' : search
    const { above, below } = placeKnown(sources, shownSearch)
    const entries = explorerEntries.list({ above, pages, below: [...standIns(shownSearch, isWithout), ...below] })
    // The registry leaves out the host's own and recommended, and may count what the host excludes: only the end knows exactly.
    const own = new Set([...sources.manual, ...sources.recommended])
    const uncounted = above.filter((listing) => own.has(listing) || !loadedById.has(listing.id))
    const expected = filtersLocally(search) ? uncounted.length + total : total
    return {
      status,
      search,
      entries,
      total: isLastPage ? entries.length : Math.max(expected, entries.length),
      isLastPage,
      isUnavailable: isWithout,
    }
  }

  /** What stands in for a registry that is not there (L3). */
  function standIns(search: string, isWithout: boolean): readonly Listing[] {
    const { status } = explorerLoad
    const hasSource = registryUrl !== undefined || classicUrl !== undefined
    if (!hasExplorer || (hasSource && status !== 'failed' && !isWithout)) return []
    return builtIn.filter((listing) => isMatch(listing, search))
  }

  /** The same entry for the same wallet, so that a page more does not draw the pages before anew. */
  function entryOf(listing: Listing): WalletEntry {
    const found = listing.rdns === undefined ? undefined : installed.get(listing.rdns)
    const same = found?.listing.id === listing.id ? found : undefined
    const detail = explorerLoad.details?.get(listing.id)
    const entry: WalletEntry = {
      listing,
      imageUrl: imageUrlOf(listing) ?? same?.icon,
      isRecent: listing.id === recentId,
      isInstalled: same !== undefined,
      rdns: same?.isListed === false ? listing.rdns : undefined,
      ...(detail?.shortName !== undefined && { shortName: detail.shortName }),
    }
    const known = cachedEntries.get(listing)
    if (known !== undefined && isSame(known, entry)) return known
    cachedEntries.set(listing, entry)
    return entry
  }

  function imageUrlOf(listing: Listing): string | undefined {
    if (hasOwnImage(listing)) return modal.walletImages?.[listing.id]
    const url = images && urlOf(listing)
    return url && images?.shownUrl(url)
  }

  function hasOwnImage({ id }: Listing): boolean {
    return Object.hasOwn(modal.walletImages ?? {}, id)
  }

  function imageIdOf(listing: Listing): string | undefined {
    return hasOwnImage(listing) ? undefined : listing.imageId
  }

  function wantImages(listings: readonly Listing[]): void {
    images?.want(listings.flatMap((listing) => (hasOwnImage(listing) ? [] : (urlOf(listing) ?? []))))
  }

  function pause(): void {
    isPaused = true
    cancelLoad()
    explorer?.then(
      ({ stop }) => {
        if (isPaused) stop()
      },
      () => {},
    )
  }

  publish()
  return {
    load() {
      isPaused = false
      if (manualError !== undefined) options.onFailure(manualError)
      if (registryUrl === undefined && !isClassic) return
      // The next task: the code is drawn before anything is fetched for the list.
      cancelLoad = options.setTimer(() => {
        void withExplorer(({ recommend, show }) => {
          recommend()
          // The classic variant has its list beside the code.
          if (isClassic) show()
          // What was not there before is asked for again.
          if (images !== undefined) publish()
        })
      }, 0)
    },
    remember(listingId) {
      recentId = listingId
      writeRecentWallet(storage, { id: listingId, at: options.now() })
      explorerEntries.reset()
      publish()
    },
    showExplorer: () => void withExplorer(({ show }) => show()),
    refresh,
    search: (text) => void withExplorer(({ search }) => search(text)),
    more: () => void withExplorer(({ more }) => more()),
    wantImages,
    pause,
    stop() {
      pause()
      images?.stop()
    },
  }
}

/** The host's own wallets. One that no listing may be like leaves them all out, and is told of: the others work on. */
function readManualWallets(modal: ModalOptions, builtIn: readonly Listing[]) {
  try {
    return { listings: listManualWallets(modal, builtIn), error: undefined }
  } catch (error) {
    return { listings: [], error }
  }
}

function isSame(a: WalletEntry, b: WalletEntry): boolean {
  return a.imageUrl === b.imageUrl && a.isRecent === b.isRecent && a.isInstalled === b.isInstalled && a.rdns === b.rdns
}
