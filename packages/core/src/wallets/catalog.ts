import { type Listing, namespaceOf } from '@hawser/wire'
import { formatDeepLink, storeLinkFor } from './deepLink.ts'
import { createDiscovery, type Discovery, type DiscoveryOptions } from './discovery/discovery.ts'
import { formatReturnLink } from './formatReturnLink.ts'
import { listingsSnapshot } from './listings.snapshot.ts'
import { createWallets, type Wallets, type WalletsOptions } from './wallets.ts'

/** What is sent about the lists of wallets. */
export type CatalogEvent =
  | { readonly type: 'searched'; readonly text: string }
  | { readonly type: 'moreWanted' }
  /** These are in sight, of a list whose images do not come by themselves. */
  | { readonly type: 'imagesWanted'; readonly listings: readonly Listing[] }

/** What a visitor may choose from: the lists of wallets, and those of this browser; and how a chosen one is opened. */
export type WalletCatalog = Omit<Wallets, 'refresh' | 'search' | 'more' | 'wantImages'> &
  Pick<Discovery, 'providerOf' | 'wallets' | 'stop'> & {
    handle(event: CatalogEvent): void
    readonly formatDeepLink: typeof formatDeepLink
    readonly storeLinkFor: typeof storeLinkFor
    readonly formatReturnLink: typeof formatReturnLink
  }

export type WalletCatalogOptions = Omit<WalletsOptions, 'announced' | 'builtIn'> & {
  /** Where extensions announce themselves. */
  readonly extensionScope: DiscoveryOptions['scope']
  /** The rdns of the wallets of this browser, whenever there are more. */
  readonly setInstalled: (installed: readonly string[]) => void
}

/**
 * Creates the catalog. A chunk of its own: the QR code is drawn without it. `set` is called at once with what is built in.
 */
export function createWalletCatalog({ extensionScope, setInstalled, ...options }: WalletCatalogOptions): WalletCatalog {
  // Extensions that announce themselves are asked for accounts of Ethereum (EIP-6963).
  const { chains } = options
  const hasEthereum = chains.length === 0 || chains.some((chain) => namespaceOf(chain) === 'eip155')
  const discovery = createDiscovery({
    scope: hasEthereum ? extensionScope : undefined,
    onChange() {
      setInstalled(discovery.wallets().map(({ rdns }) => rdns))
      lists.refresh()
    },
  })
  const lists: Wallets = createWallets({ ...options, builtIn: listingsSnapshot, announced: discovery.wallets })
  return {
    ...lists,
    load() {
      discovery.start()
      lists.load()
    },
    handle(event) {
      if (event.type === 'searched') lists.search(event.text)
      if (event.type === 'moreWanted') lists.more()
      if (event.type === 'imagesWanted') lists.wantImages(event.listings)
    },
    providerOf: discovery.providerOf,
    wallets: discovery.wallets,
    formatDeepLink,
    storeLinkFor,
    formatReturnLink,
    stop() {
      lists.stop()
      discovery.stop()
    },
  }
}
