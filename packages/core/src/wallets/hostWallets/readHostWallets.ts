import { type ChainId, cleanWalletName, isListingId } from '@hawser/wire'
import { cleanIcon, type ProvidedWallet, rdnsPattern } from '../discovery/announcement.ts'
import { formatSlug } from '../discovery/formatSlug.ts'
import { normalizeRdns } from '../discovery/rdns.ts'
import { createHostProvider } from './createHostProvider.ts'
import type { HostWallet } from './hostWallet.ts'

/** A wallet of the host app. `isInFrameOnly`: it has a provider only if the surrounding page is such a wallet. */
type HostGiven = ProvidedWallet & { readonly isInFrameOnly: boolean }

// A connector is made once for all callers: it has its own state, and so has the SDK behind it.
const read = new WeakMap<HostWallet, HostGiven | undefined>()

/** Reads the host app's own wallets, and omits those that cannot be read. In development the console names them. */
export function readHostWallets(wallets: unknown, chains: readonly ChainId[]): readonly ProvidedWallet[] {
  return readAll(wallets, chains).filter(({ isInFrameOnly }) => !isInFrameOnly)
}

/** Finds the host app's own wallet with this rdns, for a page in a frame. */
export function readFramedWallet(
  wallets: unknown,
  chains: readonly ChainId[],
  rdns: string,
): ProvidedWallet | undefined {
  return readAll(wallets, chains).find(({ wallet }) => wallet.rdns === rdns)
}

function readAll(wallets: unknown, chains: readonly ChainId[]): readonly HostGiven[] {
  const given: readonly HostWallet[] = Array.isArray(wallets) ? wallets : []
  return given.flatMap((each) => {
    try {
      if (!read.has(each)) read.set(each, readHostWallet(each, chains))
      return read.get(each) ?? []
    } catch {
      return []
    }
  })
}

function readHostWallet(given: HostWallet, chains: readonly ChainId[]): HostGiven | undefined {
  const made = typeof given === 'function' ? Reflect.apply(given, undefined, [wagmiConfig(chains)]) : given
  const { id, icon, rdns = [] } = made
  const name = cleanWalletName(made.name)
  const names = [rdns, id]
    .flat()
    .map(normalizeRdns)
    .filter((each) => rdnsPattern.test(each))
  const own = `host.${id}`
  const [first = rdnsPattern.test(own) ? own : `host.${formatSlug(id)}`] = names
  if (name === undefined || !rdnsPattern.test(first)) return undefined
  const uuid = isListingId(id) ? id : first
  const address = typeof icon === 'string' && icon.startsWith('https://') ? icon.trim() : undefined
  const image = typeof icon === 'string' ? cleanIcon(icon) : undefined
  const wallet = { uuid, name, icon: image ?? address, rdns: first, isGiven: true }
  // wagmi's `safe()` has a provider only in the frame of a Safe; elsewhere its entry could not work.
  const isInFrameOnly = Reflect.get(made, 'type') === 'safe'
  return { wallet, names: [first, ...names], provider: createHostProvider(made), isInFrameOnly }
}

/**
 * Returns the argument with which wagmi makes a connector (CreateConnectorFn). The emitter does nothing, because the
 * wallet is asked through its provider.
 */
function wagmiConfig(chains: readonly ChainId[]) {
  const ids = chains.flatMap((chain) => (chain.startsWith('eip155:') ? [Number(chain.slice(7))] : []))
  const nothing = () => {}
  return {
    chains: (ids.length > 0 ? ids : [1]).map((id) => ({
      id,
      name: `eip155:${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })),
    emitter: { uid: 'hawser', on: nothing, once: nothing, off: nothing, emit: nothing, listenerCount: () => 0 },
    storage: undefined,
  }
}
