import { type ChainId, namespaceOf } from '@hawser/wire'
import type { Platform } from '../../platform/platform.ts'

/** The page that "Open in {wallet}" opens on phones. */
export type WalletBrowserOptions = {
  /**
   * The address to open in the wallet's own browser, where the visitor continues: absolute, or relative to the page.
   * Read each time the modal opens. Default: the page's own address without query and fragment. Both can contain
   * private data, and the wallet's vendor reads the whole address.
   */
  readonly url?: string | (() => string)
  /** Also offers links that the registry lists with low confidence. Default: false. */
  readonly allowsUntested?: boolean
}

/** The page that a wallet's own browser should open, and the namespaces of its accounts. */
export type WalletPage = {
  readonly address: string
  readonly appName: string
  /** In the order of the page's chains. */
  readonly namespaces: readonly string[]
  readonly allowsUntested: boolean
}

/** Reads the page to open from the options. Undefined on a computer, if this is turned off, and without an address. */
export function readWalletPage(
  {
    walletBrowser = {},
    platform,
    metadata,
    chains,
  }: {
    readonly walletBrowser?: WalletBrowserOptions | false
    readonly platform: Platform
    readonly metadata: { readonly name: string }
    readonly chains: readonly ChainId[]
  },
  ownAddress: string | undefined,
): WalletPage | undefined {
  if (walletBrowser === false || platform.device !== 'phone') return undefined
  const { url, allowsUntested = false } = walletBrowser
  const address = resolveAddress(typeof url === 'function' ? url() : url, ownAddress)
  if (address === undefined) return undefined
  return { address, appName: metadata.name, namespaces: [...new Set(chains.map(namespaceOf))], allowsUntested }
}

function resolveAddress(url: string | undefined, ownAddress: string | undefined): string | undefined {
  if (url === undefined && ownAddress === undefined) return undefined
  try {
    const { href, origin, pathname } = new URL(url ?? '', ownAddress)
    return url === undefined ? `${origin}${pathname}` : href
  } catch {
    return undefined
  }
}
