import type { ChainId, Listing } from '@hawser/wire'
import type { KeyValue } from '../platform/keyValue.ts'
import { type AnnouncedWallet, ethereumPrefix, injectedRdns } from './discovery/announcement.ts'
import { normalizeName } from './discovery/pageWallets.ts'
import { rdnsOf } from './discovery/rdns.ts'
import { findInstalled, type InstalledWallet } from './installed.ts'
import { chooseRecommended, isAllowed, isExcluded, unique, type WalletSources } from './lists.ts'
import { filtersLocally } from './matches.ts'
import { listManualWallets, type ModalOptions } from './modalOptions.ts'
import { readRecentWallet, writeRecentWallet } from './recent.ts'
import type { WalletEntry } from './state.ts'

/** An entry's data about a listing, apart from its image. */
export type WalletMarks = Pick<WalletEntry, 'listing' | 'isRecent' | 'isInstalled' | 'isGiven' | 'rdns'> & {
  readonly icon: string | undefined
}

/** The wallets known here, by their source, and the wallets that a registry has sent so far. */
export type KnownWallets = {
  /** The reason why the host app's own wallets were left out. */
  readonly manualError: unknown
  /** Returns the wallets that are shown. */
  sources(): WalletSources
  /** Whether a listing is allowed, and not a second listing of an installed wallet. */
  isShown(listing: Listing): boolean
  /** Returns the data about a listing. `icon` is that of the announced wallet. */
  marksOf(listing: Listing): WalletMarks
  /** Returns every listing: the host app's own first, then the built-in ones, then the registry's. */
  listed(): readonly Listing[]
  /** Whether a registry has sent the listing. */
  isLoaded(listing: Listing): boolean
  /**
   * Returns the ids of the host app's own and the recommended wallets, if a search also covers them. Omits the
   * installed wallets, because a visitor's extensions are private.
   */
  ownIds(search: string): readonly string[]
  /** Remembers received listings. Returns true if an announced wallet turns out to be listed. */
  notice(listings: readonly Listing[]): boolean
  /** Takes the recommended wallets of a list, in the host app's order. */
  recommend(listings: readonly Listing[]): void
  /** Reads the announcements. */
  findInstalled(): void
  remember(listingId: string): void
}

export type KnownWalletsOptions = {
  readonly modal: ModalOptions
  readonly chains: readonly ChainId[]
  readonly builtIn: readonly Listing[]
  /** Extensions announced in this browser. */
  readonly announced: () => readonly AnnouncedWallet[]
  readonly storage: KeyValue
  readonly now: () => number
}

/** Creates the known wallets. `recommendable` are the built-in wallets to recommend until a registry has its own. */
export function createKnownWallets(options: KnownWalletsOptions, recommendable: readonly Listing[]): KnownWallets {
  const { modal, chains, builtIn, storage } = options
  const { manual, manualError } = readManualWallets(modal, builtIn)
  const isAllowedHere = (listing: Listing) => isAllowed(listing, modal, chains)
  /** The wallets of every page so far, so that a search does not make a wallet unknown again. */
  const loadedById = new Map<string, Listing>()
  const loadedByRdns = new Map<string, Listing>()
  const loadedByName = new Map<string, Listing>()
  let recommended = chooseRecommended(recommendable.filter(isAllowedHere), modal)
  let installed: ReadonlyMap<string, InstalledWallet> = new Map()
  let recentId = readRecentWallet(storage)?.id

  function announcedAs(listing: Listing): InstalledWallet | undefined {
    const { id } = listing
    const found = rdnsOf(listing).map((rdns) => installed.get(rdns))
    return (
      found.find((each) => each !== undefined) ??
      [...installed.values()].find((wallet) => wallet.isListed && wallet.listing.id === id)
    )
  }

  function isShown(listing: Listing): boolean {
    const same = announcedAs(listing)
    return isAllowedHere(listing) && (same === undefined || same.listing.id === listing.id)
  }

  /** Whether a wallet that is known only by its name waits for a listing of that name. */
  function isUnlisted(key: string): boolean {
    return [...installed].some(
      ([rdns, { listing, isListed }]) => !isListed && isByName(rdns) && normalizeName(listing.name) === key,
    )
  }

  function listInstalled(): readonly Listing[] {
    return [...installed.values()].map(({ listing }) => listing)
  }

  function find(): void {
    const known = [...manual, ...recommended, ...builtIn]
    const listedAs = ({ rdns, name, uuid, isGiven }: AnnouncedWallet) => {
      const listed = known.find((listing) => rdnsOf(listing).includes(rdns)) ?? loadedByRdns.get(rdns)
      // The standards of Solana and Bitcoin have no rdns, so their wallets have only a name.
      if (listed === undefined && isGiven) return known.find(({ id }) => id === uuid) ?? loadedById.get(uuid)
      if (listed !== undefined || !isByName(rdns)) return listed
      const key = normalizeName(name)
      return known.find((listing) => normalizeName(listing.name) === key) ?? loadedByName.get(key)
    }
    const announced = options.announced().filter((wallet) => {
      const listed = isByName(wallet.rdns) ? listedAs(wallet) : undefined
      return listed === undefined || !isExcluded(listed, modal)
    })
    installed = findInstalled(announced, listedAs)
  }

  function notice(listings: readonly Listing[]): boolean {
    let isAnnouncedListed = false
    for (const listing of listings) {
      loadedById.set(listing.id, listing)
      const key = normalizeName(listing.name)
      if (!loadedByName.has(key)) {
        loadedByName.set(key, listing)
        if (isUnlisted(key)) isAnnouncedListed = true
      }
      for (const rdns of rdnsOf(listing)) {
        if (loadedByRdns.has(rdns)) continue
        loadedByRdns.set(rdns, listing)
        if (installed.get(rdns)?.isListed === false) isAnnouncedListed = true
      }
    }
    if (isAnnouncedListed) find()
    return isAnnouncedListed
  }

  return {
    manualError,
    sources() {
      const shown = {
        installed: listInstalled().filter(isShown),
        manual: manual.filter(isShown),
        recommended: recommended.filter(isShown),
      }
      const known = unique(shown.installed, shown.manual, shown.recommended, builtIn)
      const found = known.find(({ id }) => id === recentId) ?? loadedById.get(recentId ?? '')
      return { recent: found !== undefined && isShown(found) ? found : undefined, ...shown }
    },
    isShown,
    marksOf(listing) {
      const found = announcedAs(listing)
      const isInstalled = found?.listing.id === listing.id
      return {
        listing: isInstalled ? found.listing : listing,
        isRecent: listing.id === recentId,
        isInstalled,
        // An id that is made from a name has no dot. It is no rdns, and says nothing more than the name.
        rdns:
          isInstalled && !found.isListed && !found.isGiven && listing.rdns?.includes('.') ? listing.rdns : undefined,
        icon: isInstalled ? found.icon : undefined,
        ...(isInstalled && found.isGiven && { isGiven: true }),
      }
    },
    listed: () => [...manual, ...builtIn, ...loadedById.values()],
    isLoaded: ({ id }) => loadedById.has(id),
    ownIds: (search) => (filtersLocally(search) ? unique(manual, recommended).map(({ id }) => id) : []),
    notice,
    recommend(listings) {
      recommended = chooseRecommended(listings, modal)
      notice(recommended)
      find()
    },
    findInstalled: find,
    remember(listingId) {
      recentId = listingId
      writeRecentWallet(storage, { id: listingId, at: options.now() })
    },
  }
}

/**
 * Whether a wallet of the page is of a standard without rdns. A wallet of EIP-6963 that lacks its rdns is not: its name
 * alone does not make it a listed wallet (T-23).
 */
function isByName(rdns: string): boolean {
  return !rdns.includes('.') && rdns !== injectedRdns && !rdns.startsWith(ethereumPrefix)
}

/** Reads the host app's own wallets. One invalid listing excludes all of them and is reported; other wallets still work. */
function readManualWallets(modal: ModalOptions, builtIn: readonly Listing[]) {
  try {
    return { manual: listManualWallets(modal, builtIn), manualError: undefined }
  } catch (manualError) {
    return { manual: [], manualError }
  }
}
