import type { ChainId } from '@hawser/wire'
import { readField } from '../../platform/readField.ts'
import type { ProvidedWallet, Provider } from '../discovery/announcement.ts'
import type { HostWallet } from '../hostWallets/hostWallet.ts'
import { createSafeParent, type SafeParentOptions } from './safeParent.ts'
import { createSafeProvider, type Safe } from './safeProvider.ts'
import { safeRdns } from './safeRdns.ts'

export type FindSafeOptions = SafeParentOptions & {
  readonly chains: readonly ChainId[]
  /** The host app's own wallets, one of which can also be a Safe. */
  readonly wallets?: readonly HostWallet[] | undefined
  readonly onFound: (wallet: ProvidedWallet) => void
}

// A Safe answers at once, or when it has loaded.
const patienceMs = 30_000

/**
 * Finds out whether this page is shown in a Safe, whose account is then a wallet of the page. A separate chunk, fetched
 * only by a page in a frame of another origin that the host app allows. A Safe on a chain that the page does not
 * request cannot be linked, and is not offered.
 */
export function findSafe({ scope, setTimer, chains, wallets, onFound }: FindSafeOptions): { stop(): void } {
  const parent = createSafeParent({ scope, setTimer })
  let isStopped = false
  parent.ask('getSafeInfo', undefined, patienceMs).then(
    async (answer) => {
      const safe = readSafe(answer)
      if (safe === undefined || !chains.includes(`eip155:${safe.chainId}`)) return parent.stop()
      const wallet = { uuid: 'safe', name: 'Safe', icon: undefined, rdns: safeRdns, isGiven: true }
      const provider = createSafeProvider(safe, parent, setTimer)
      const own = wallets && (await readOwn(wallets, chains))
      if (isStopped) return
      onFound(
        own ? { ...own, provider: joinProviders(provider, own.provider) } : { wallet, names: [safeRdns], provider },
      )
    },
    // The surrounding page is not a Safe.
    () => parent.stop(),
  )
  return {
    stop() {
      isStopped = true
      parent.stop()
    },
  }
}

/** Reads the host app's own Safe wallet. A separate chunk: most host apps have none. Without it no transactions can be sent. */
function readOwn(wallets: readonly HostWallet[], chains: readonly ChainId[]): Promise<ProvidedWallet | undefined> {
  return import('../hostWallets/readHostWallets.ts').then(
    ({ readFramedWallet }) => readFramedWallet(wallets, chains, safeRdns),
    () => undefined,
  )
}

/**
 * Joins this package's provider, `ours`, with the host app's, `own`. The account is the same, and needs no prompt from
 * `ours`. `ours` signs texts, because it waits for owners who sign later. `own` does the rest, above all transactions.
 */
function joinProviders(ours: Provider, own: Provider): Provider {
  const isOurs = (method: string) => /^(?:eth_(?:requestAccounts|accounts|chainId)|personal_sign)$/.test(method)
  return { ...own, request: (request) => (isOurs(request.method) ? ours : own).request(request) }
}

function readSafe(answer: unknown): Safe | undefined {
  const address = readField(answer, 'safeAddress')
  const chainId = Number(readField(answer, 'chainId'))
  if (typeof address !== 'string' || !/^0x[\da-f]{40}$/i.test(address)) return undefined
  return Number.isSafeInteger(chainId) && chainId > 0 ? { address, chainId } : undefined
}
