import { type Listing, namespaceOf } from '@hawser/wire'
import { isFramedByOthers } from '../platform/isFramed.ts'
import { formatDeepLink, type LinkToOpen } from './deepLink.ts'
import type { ProvidedWallet } from './discovery/announcement.ts'
import type { BitcoinDiscovery } from './discovery/bitcoinDiscovery.ts'
import type { BitcoinWallet } from './discovery/bitcoinWallet.ts'
import { createDiscovery, type Discovery, type DiscoveryOptions } from './discovery/discovery.ts'
import { findRdns, groupWallets, type PageWallet } from './discovery/pageWallets.ts'
import type { StandardDiscovery } from './discovery/standardDiscovery.ts'
import type { StandardWallet } from './discovery/standardWallet.ts'
import { formatReturnLink } from './formatReturnLink.ts'
import type { HostWallet } from './hostWallets/hostWallet.ts'
import { listingsSnapshot } from './listings.snapshot.ts'
import { listManualWallets, type ModalOptions } from './modalOptions.ts'
import { listNetworks, writeRecentNetwork } from './networks.ts'
import type { Peer } from './returnLink.ts'
import type { NetworksOfWallets } from './routes.ts'
import type { WalletsState } from './shownWallets.ts'
import { storeLinkFor } from './storeLink.ts'
import { readWalletPage, type WalletBrowserOptions, type WalletPage } from './walletBrowser/walletPage.ts'
import { createWallets, type Wallets, type WalletsOptions } from './wallets.ts'

/** The events of the lists of wallets. */
export type CatalogEvent =
  | { readonly type: 'searched'; readonly text: string }
  | { readonly type: 'moreWanted' }
  /** These listings are visible, in a list whose images do not load automatically. */
  | { readonly type: 'imagesWanted'; readonly listings: readonly Listing[] }

/** The wallets that the visitor can choose: the lists, the wallets of this browser, and the links that open a chosen wallet. */
export type WalletCatalog = Omit<Wallets, 'listed' | 'search' | 'more' | 'wantImages'> &
  Pick<Discovery, 'providerOf' | 'wallets' | 'stop'> & {
    /** Returns a wallet of the page that registered through the Wallet Standard. */
    standardOf(rdns: string): StandardWallet | undefined
    /** Returns a wallet of the page that signs for Bitcoin. */
    bitcoinOf(rdns: string): BitcoinWallet | undefined
    /**
     * Returns the rdns under which to ask a wallet for accounts of `namespace`, or by default of the first of the
     * page's chains that the wallet has.
     */
    wayOf(rdns: string, namespace?: string): string
    /** Remembers the visitor's network, which comes first next time. */
    rememberNetwork(namespace: string): void
    handle(event: CatalogEvent): void
    /** Finds out whether a chosen wallet is in this browser for another network, and reports that network. */
    lookElsewhere(listing: Listing): void
    readonly formatDeepLink: typeof formatDeepLink
    readonly storeLinkFor: typeof storeLinkFor
    /** Returns the link that brings the wallet of a session to the front, always that of a known listing. */
    formatReturnLink(peer: Peer, params: Parameters<typeof formatReturnLink>[1]): LinkToOpen | undefined
  }

/** The catalog's part of the linker's state. */
export type CatalogState = WalletsState & {
  readonly installed: readonly string[]
  readonly networks: NetworksOfWallets | undefined
  readonly isInWallet: boolean
  readonly otherNetwork: { readonly listingId: string; readonly network: string } | undefined
  readonly walletPage: WalletPage | undefined
}

export type WalletCatalogOptions = Omit<WalletsOptions, 'announced' | 'builtIn' | 'set'> & {
  /** Where extensions announce themselves. */
  readonly extensionScope: DiscoveryOptions['scope']
  /** The host app's own wallets. */
  readonly wallets?: readonly HostWallet[]
  readonly set: (change: Partial<CatalogState>) => void
  readonly metadata: { readonly name: string }
  /** Whether a page of another origin, which the host app allows, surrounds this one. */
  readonly isFramed?: () => boolean
  readonly walletBrowser?: WalletBrowserOptions | false
}

// Delays in milliseconds: wallets' own browsers add their providers seconds after the page has loaded.
const lateMs = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Creates the catalog. A separate chunk: the QR code is drawn without it. `set` is called at once with the built-in
 * wallets.
 */
export function createWalletCatalog({ extensionScope, wallets, ...options }: WalletCatalogOptions): WalletCatalog {
  // Extensions that announce themselves are asked for Ethereum accounts (EIP-6963).
  const namespaces = new Set<string>(options.chains.map(namespaceOf))
  const hasEthereum = namespaces.size === 0 || namespaces.has('eip155')
  // Wallets of the Wallet Standard are asked for Solana accounts.
  let standard: StandardDiscovery | undefined
  let bitcoin: BitcoinDiscovery | undefined
  let isStopped = false
  // Whether the search for wallets of this browser has begun. A wallet chosen earlier would be taken for an absent one.
  let hasLooked = false
  let foundElsewhere: string | undefined
  let stopLooking = () => {}
  let stopSafe: (() => void) | undefined
  const discovery = createDiscovery({
    scope: hasEthereum ? extensionScope : undefined,
    onChange: changed,
    allowsInjected: options.platform.device === 'phone',
  })
  const isReady = () => hasLooked && options.isReady()
  const lists: Wallets = createWallets({ ...options, builtIn: listingsSnapshot, announced, isReady })
  function announced(): readonly PageWallet[] {
    return groupWallets([
      { namespace: 'eip155', wallets: discovery.wallets() },
      { namespace: 'solana', wallets: standard?.wallets() ?? [] },
      { namespace: 'bip122', wallets: bitcoin?.wallets() ?? [] },
    ])
  }

  function hasAll(): boolean {
    const ways = announced().map(({ rdnsOf }) => rdnsOf)
    const asked = namespaces.size === 0 ? ['eip155'] : [...namespaces]
    return asked.every((namespace) => ways.some((rdnsOf) => rdnsOf[namespace] !== undefined))
  }

  function tellInstalled(): void {
    const here = announced()
    const isInWallet = options.platform.device === 'phone' && here.some(({ isGiven }) => !isGiven)
    const networks = listNetworks(here, options.chains, options.storage)
    options.set({ installed: here.map(({ rdns }) => rdns), networks, isInWallet })
  }

  function changed(): void {
    if (hasAll()) stopLooking()
    tellInstalled()
    lists.refresh()
  }

  function look(given?: readonly ProvidedWallet[]): void {
    if (isStopped) return
    hasLooked = true
    discovery.start(given)
    lists.refresh()
  }

  function startDiscovery(): void {
    if (wallets === undefined) {
      look()
      return
    }
    // This browser's wallets come first, so the lists wait for them.
    import('./hostWallets/readHostWallets.ts').then(
      ({ readHostWallets }) => look(readHostWallets(wallets, options.chains)),
      () => look(),
    )
  }

  /**
   * Looks for wallets again until there is one for each requested network, without a request to any wallet. A wallet's
   * own browser adds its providers seconds after the page has loaded, and some send no event.
   */
  function lookAgain(): void {
    stopLooking()
    if (options.platform.device !== 'phone' || extensionScope === undefined || hasAll()) return
    const undo = lateMs.map((delayMs) =>
      options.setTimer(() => {
        startDiscovery()
        standard?.start()
        bitcoin?.start()
      }, delayMs),
    )
    stopLooking = () => {
      for (const cancel of undo) cancel()
    }
  }

  function startRarer(scope: EventTarget): readonly Promise<void>[] {
    return [
      ...(namespaces.has('solana') ? [startStandard(scope)] : []),
      ...(namespaces.has('bip122') ? [startBitcoin(scope)] : []),
    ]
  }

  async function startStandard(scope: EventTarget): Promise<void> {
    const { createStandardDiscovery } = await import('./discovery/standardDiscovery.ts')
    if (isStopped) return
    standard ??= createStandardDiscovery({ scope, onChange: changed })
    standard.start()
  }

  async function startBitcoin(scope: EventTarget): Promise<void> {
    const { createBitcoinDiscovery } = await import('./discovery/bitcoinDiscovery.ts')
    if (isStopped) return
    bitcoin ??= createBitcoinDiscovery({ scope, onChange: changed })
    bitcoin.start()
  }

  /** Asks the surrounding page, once, whether it is a Safe. */
  function askSafe(scope: EventTarget): void {
    const { isFramed = isFramedByOthers } = options
    if (stopSafe !== undefined || !hasEthereum || !isFramed()) return
    stopSafe = () => {}
    import('./safe/findSafe.ts').then(
      ({ findSafe }) => {
        if (!isStopped) stopSafe = findSafe({ ...options, scope, wallets, onFound: discovery.add }).stop
      },
      () => {
        stopSafe = undefined
      },
    )
  }

  async function lookElsewhere(listing: Listing): Promise<void> {
    const listingId = listing.id
    if (foundElsewhere === listingId) return
    // Without this code the wallet is reported as absent, which is nearly true.
    const network = await import('./discovery/otherNetwork.ts').then(
      ({ otherNetworkOf }) => otherNetworkOf(extensionScope, listing, options.chains),
      () => undefined,
    )
    foundElsewhere = network && listingId
    options.set({ otherNetwork: network === undefined ? undefined : { listingId, network } })
  }

  return {
    ...lists,
    lookElsewhere,
    load() {
      // Read at every opening, because the page can have another address by then.
      options.set({ walletPage: readWalletPage(options, globalThis.location?.href) })
      // If this code cannot be fetched, only its wallets are not offered.
      const rarer = extensionScope === undefined ? [] : startRarer(extensionScope)
      // The other wallets wait for this code: a wallet with several networks must not be asked while only one is known.
      if (rarer.length === 0) startDiscovery()
      else Promise.allSettled(rarer).then(startDiscovery)
      if (extensionScope !== undefined) askSafe(extensionScope)
      lookAgain()
      lists.load()
    },
    rememberNetwork(namespace) {
      writeRecentNetwork(options.storage, namespace)
      tellInstalled()
    },
    pause() {
      stopLooking()
      lists.pause()
    },
    handle(event) {
      if (event.type === 'searched') lists.search(event.text)
      if (event.type === 'moreWanted') lists.more()
      if (event.type === 'imagesWanted') lists.wantImages(event.listings)
    },
    providerOf: discovery.providerOf,
    wallets: () => [...discovery.wallets(), ...(standard?.wallets() ?? []), ...(bitcoin?.wallets() ?? [])],
    wayOf: (rdns, namespace) => findRdns(announced(), rdns, options.chains, namespace),
    standardOf: (rdns) => standard?.walletOf(rdns),
    bitcoinOf: (rdns) => bitcoin?.walletOf(rdns),
    formatDeepLink,
    storeLinkFor,
    formatReturnLink: (peer, params) => formatReturnLink(peer, params, lists.listed()),
    stop() {
      isStopped = true
      stopLooking()
      stopSafe?.()
      lists.stop()
      discovery.stop()
      standard?.stop()
      bitcoin?.stop()
    },
  }
}

/** Finds a wallet that is known without a registry: one of the host app's own, or a built-in one. */
export function findListing(id: string, modal: ModalOptions): Listing | undefined {
  const isIt = (listing: Listing) => listing.id === id
  try {
    return listManualWallets(modal, listingsSnapshot).find(isIt) ?? listingsSnapshot.find(isIt)
  } catch {
    // One invalid listing excludes all of the host app's wallets, as in the lists.
    return listingsSnapshot.find(isIt)
  }
}
