import {
  type AnnouncedWallet,
  type GivenWallet,
  injectedRdns,
  type Provider,
  readAnnouncement,
  readProvider,
} from './announcement.ts'
import { normalizeRdns } from './rdns.ts'

export type DiscoveryOptions = {
  /** Where wallets announce themselves: the window. Undefined where there is none. */
  readonly scope: EventTarget | undefined
  readonly onChange: () => void
}

/** The wallets of this browser. None of them is asked anything here. */
export type Discovery = {
  /**
   * Asks wallets to announce themselves, and listens from then on. Those that are `given` at the first start are here without it,
   * and come first.
   */
  start(given?: readonly GivenWallet[]): void
  /** Puts a wallet in front that has come late, together with the host app's own of its name. */
  add(late: GivenWallet): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  providerOf(rdns: string): Provider | undefined
}

// More wallets than anybody has; a page script may announce without end.
const maxWallets = 32

/** Creates the discovery of wallets in this browser. Nothing is done before `start`. */
export function createDiscovery({ scope, onChange }: DiscoveryOptions): Discovery {
  const found = new Map<string, { readonly wallet: AnnouncedWallet; readonly provider: Provider }>()
  const givenNames = new Set<string>()
  const own = new Map<string, GivenWallet>()
  const late = new Map<string, GivenWallet>()
  let givenCount = 0
  let isListening = false

  function announced(event: Event): void {
    if (found.size - givenCount >= maxWallets) return
    const announcement = attempt(() => readAnnouncement(Reflect.get(event, 'detail')))
    // The first one keeps its place: nobody takes over what the visitor may be looking at.
    if (announcement === undefined || found.has(announcement.wallet.rdns)) return
    if (givenNames.has(announcement.wallet.rdns)) return
    found.set(announcement.wallet.rdns, announcement)
    onChange()
  }

  /** A wallet's own browser often has nothing but `window.ethereum`. */
  function findInjected(): void {
    if (found.size > givenCount) return
    const provider = attempt(() => readProvider(scope && Reflect.get(scope, 'ethereum')))
    if (provider === undefined) return
    const wallet = { uuid: injectedRdns, name: 'Browser wallet', icon: undefined, rdns: injectedRdns }
    found.set(injectedRdns, { wallet, provider })
    onChange()
  }

  function take(given: readonly GivenWallet[]): void {
    for (const each of given) {
      const { rdns } = each.wallet
      const isFirst = !givenNames.has(rdns) || (late.has(rdns) && !own.has(rdns))
      if (isFirst) {
        own.set(rdns, each)
        if (late.has(rdns) || !each.isInFrameOnly) found.set(rdns, join(rdns) ?? each)
      }
      for (const name of each.names) givenNames.add(name)
    }
    countGiven()
    if (givenCount > 0) onChange()
  }

  /** A wallet that came late, with the name, icon and provider of the host app's own. */
  function join(rdns: string): GivenWallet | undefined {
    const [mine, other] = [own.get(rdns), late.get(rdns)]
    if (mine === undefined || other === undefined) return other
    return { ...mine, provider: other.beside?.(mine.provider) ?? mine.provider }
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
    add(added) {
      const { rdns } = added.wallet
      late.set(rdns, added)
      const others = [...found].filter(([name]) => name !== rdns)
      found.clear()
      for (const [name, each] of [[rdns, join(rdns) ?? added] as const, ...others]) found.set(name, each)
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
      const wallets = [...found.values()].map(({ wallet }) => wallet)
      // `window.ethereum` is one of those that announced themselves.
      return wallets.length > givenCount + 1 ? wallets.filter(({ rdns }) => rdns !== injectedRdns) : wallets
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
