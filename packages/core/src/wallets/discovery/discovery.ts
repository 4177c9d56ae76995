import {
  type AnnouncedWallet,
  ethereumPrefix,
  injectedRdns,
  type ProvidedWallet,
  type Provider,
  readAnnouncement,
  readProvider,
} from './announcement.ts'
import { normalizeRdns } from './rdns.ts'

export type DiscoveryOptions = {
  /** Where wallets announce themselves: the window. Undefined without a window. */
  readonly scope: EventTarget | undefined
  readonly onChange: () => void
  /**
   * Whether `window.ethereum` is offered beside wallets that announced themselves, unless it is one of them. On a phone it
   * is the wallet whose browser shows the page, while the others can be the page's own. Default: false, because on a
   * computer it belongs to an extension that also announces another object.
   */
  readonly allowsInjected?: boolean
}

/** Finds the wallets of this browser, without a request to any of their providers. */
export type Discovery = {
  /**
   * Asks wallets to announce themselves, and listens from then on. The `given` wallets of the first start need no
   * announcement, and come first.
   */
  start(given?: readonly ProvidedWallet[]): void
  /** Puts a late wallet first, in place of any entry with its rdns. */
  add(given: ProvidedWallet): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  providerOf(rdns: string): Provider | undefined
}

type Found = { readonly wallet: AnnouncedWallet; readonly provider: Provider }

// More wallets than any visitor has: a page script can announce wallets without end.
const maxWallets = 32

/** Creates the discovery of wallets in this browser. It does nothing before `start`. */
export function createDiscovery({ scope, onChange, allowsInjected = false }: DiscoveryOptions): Discovery {
  const found = new Map<string, Found>()
  const givenNames = new Set<string>()
  let givenCount = 0
  let isListening = false

  function announced(event: Event): void {
    if (found.size - givenCount >= maxWallets) return
    const announcement = attempt(() => readAnnouncement(Reflect.get(event, 'detail')))
    // The first wallet keeps its place, so that no later one replaces the wallet that the visitor may be looking at.
    if (announcement === undefined || found.has(announcement.wallet.rdns)) return
    if (givenNames.has(announcement.wallet.rdns)) return
    found.set(announcement.wallet.rdns, announcement)
    onChange()
  }

  /** Adds `window.ethereum`, which is often all that a wallet's own browser has. */
  function findInjected(): void {
    if (allowsInjected ? found.has(injectedRdns) : found.size > givenCount) return
    const provider = attempt(() => readProvider(scope && Reflect.get(scope, 'ethereum')))
    if (provider === undefined || [...found.values()].some((each) => each.provider === provider)) return
    const wallet = { uuid: injectedRdns, name: 'Browser wallet', icon: undefined, rdns: injectedRdns }
    found.set(injectedRdns, { wallet, provider })
    onChange()
  }

  function take(given: readonly ProvidedWallet[]): void {
    for (const each of given) {
      if (!givenNames.has(each.wallet.rdns)) found.set(each.wallet.rdns, each)
      for (const name of each.names) givenNames.add(name)
    }
    countGiven()
    if (givenCount > 0) onChange()
  }

  function countGiven(): void {
    givenCount = [...found.keys()].filter((rdns) => givenNames.has(rdns)).length
  }

  return {
    start(given = []) {
      if (scope === undefined) return
      if (!isListening) {
        isListening = true
        take(given)
        scope.addEventListener('eip6963:announceProvider', announced)
        scope.addEventListener('ethereum#initialized', findInjected)
      }
      scope.dispatchEvent(new Event('eip6963:requestProvider'))
      findInjected()
    },
    add(given) {
      const { rdns } = given.wallet
      const others = [...found].filter(([name]) => name !== rdns)
      found.clear()
      for (const [name, each] of [[rdns, given] as const, ...others]) found.set(name, each)
      givenNames.add(rdns)
      countGiven()
      onChange()
    },
    stop() {
      scope?.removeEventListener('eip6963:announceProvider', announced)
      scope?.removeEventListener('ethereum#initialized', findInjected)
      isListening = false
    },
    wallets() {
      const all = [...found.values()]
      const named = all.filter(({ wallet }) => !wallet.rdns.startsWith(ethereumPrefix))
      // A wallet can announce itself with and without its rdns. Its name and uuid do not show this: any script can claim
      // them.
      const wallets = all
        .filter((each) => named.includes(each) || named.every(({ provider }) => provider !== each.provider))
        .map(({ wallet }) => wallet)
      // `window.ethereum` belongs to one of the wallets that announced themselves.
      const injected = found.get(injectedRdns)?.provider
      const isOwn = allowsInjected && all.filter(({ provider }) => provider === injected).length === 1
      return wallets.length > givenCount + 1 && !isOwn ? wallets.filter(({ rdns }) => rdns !== injectedRdns) : wallets
    },
    providerOf: (rdns) => found.get(normalizeRdns(rdns))?.provider,
  }
}

function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
