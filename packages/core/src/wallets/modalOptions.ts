import {
  type Listing,
  parseListing,
  parseNativeLink,
  parseWebLink,
  tidyNativeLink,
  type WalletLinks,
} from '@hawser/wire'

/**
 * A wallet that the host app adds itself. `native` is `scheme://…`, `universal` an https address; the linker recognizes swapped
 * ones. The pairing URI replaces a placeholder (`{uri}`), or follows a final param without a value
 * (`quay://walletconnect?uri=`); otherwise the linker appends `wc?uri=…`.
 */
export type ManualWallet = {
  readonly id: string
  readonly name: string
  readonly links: { readonly native?: string; readonly universal?: string }
  /** The rdns of the wallet's extension (EIP-6963), so that it is recognized as this wallet. */
  readonly rdns?: string
}

/** Options of the modal (D4). */
export type ModalOptions = {
  /**
   * Wallets that are never shown, by id or rdns. `ALL` shows only the recommended wallets, the host app's own, and
   * those installed in the visitor's browser.
   */
  readonly explorerExcludedWalletIds?: readonly string[] | 'ALL'
  /** Wallets shown first, in this order. `NONE` recommends no wallets. */
  readonly explorerRecommendedWalletIds?: readonly string[] | 'NONE'
  /** Whether all wallets can be searched. Default true. */
  readonly enableExplorer?: boolean
  readonly termsOfServiceUrl?: string
  readonly privacyPolicyUrl?: string
  /** Default `auto`, which follows the system. */
  readonly themeMode?: 'light' | 'dark' | 'auto'
  /**
   * A built-in theme, in light and dark: warm `paper`, black and white `ink`, or `contrast` with 7:1 for every text. It
   * needs `themes.css` in addition to the other stylesheet. Values of `themeVariables` replace its own. Default: none.
   * @example
   * import '@hawser/react/themes.css'
   * createLinker({ ...options, modal: { theme: 'ink' } })
   */
  readonly theme?: 'paper' | 'ink' | 'contrast'
  readonly themeVariables?: Readonly<Record<`--hawser-${string}`, string>>
  readonly mobileWallets?: readonly ManualWallet[]
  readonly desktopWallets?: readonly ManualWallet[]
  /** Image addresses by wallet id, which replace the registry's. */
  readonly walletImages?: Readonly<Record<string, string>>
  /** `classic` is the look of the older modal: tabs, lists, pages of 12. Default `standard`. */
  readonly variant?: 'standard' | 'classic'
  /** Where the classic variant gets its whole list: GET → `{ listings: { [id]: … } }` (L2). */
  readonly classicRegistryUrl?: string
  /**
   * Whether the page may link while a page of another origin frames it, or the origins that may frame it. A browser
   * that does not report the surrounding pages (`location.ancestorOrigins`) treats a list as `false`. Default false
   * (T-17).
   * @example allowFraming: ['https://app.safe.global']
   */
  readonly allowFraming?: boolean | readonly string[]
}

const noLinks: WalletLinks = { native: undefined, universal: undefined }

/**
 * Returns the host app's own wallets as listings, with the same checks as for a registry's. A wallet with the id of a
 * built-in one is that wallet, announced by the same extension.
 * @throws InvalidListingError - on an id or name that no listing may have
 */
export function listManualWallets(options: ModalOptions, builtIn: readonly Listing[] = []): readonly Listing[] {
  const listings = new Map<string, Listing>()
  for (const device of ['mobile', 'desktop'] as const) {
    for (const wallet of (device === 'mobile' ? options.mobileWallets : options.desktopWallets) ?? []) {
      const { native, universal } = wallet.links
      const links: WalletLinks = {
        native: readNativeLink(native) ?? readNativeLink(universal),
        universal: parseWebLink(universal) ?? parseWebLink(native),
      }
      const listing = listings.get(wallet.id) ?? {
        ...parseListing({
          id: wallet.id,
          name: wallet.name,
          rdns: wallet.rdns ?? builtIn.find(({ id }) => id === wallet.id)?.rdns,
        }),
        mobile: noLinks,
        desktop: noLinks,
      }
      listings.set(wallet.id, { ...listing, [device]: links })
    }
  }
  return [...listings.values()]
}

function readNativeLink(link: string | undefined): string | undefined {
  return link === undefined ? undefined : parseNativeLink(tidyNativeLink(link))
}
