import { cleanWalletName, type Listing, parseListing } from '@hawser/wire'

/** A wallet of this browser that announced itself (EIP-6963). All of it is a claim; an icon is a `data:` image. */
export type AnnouncedWallet = {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string
}

/** What an extension is asked through (EIP-1193). Whatever it answers, throws or never says is possible. */
export type Provider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): unknown
}

export type DiscoveryOptions = {
  /** Where wallets announce themselves: the window. Undefined where there is none. */
  readonly scope: EventTarget | undefined
  readonly onChange: () => void
}

/** The wallets of this browser. None of them is asked anything here. */
export type Discovery = {
  /** Asks wallets to announce themselves, and listens from then on. */
  start(): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  providerOf(rdns: string): Provider | undefined
}

/** The name under which a wallet goes that is only there as `window.ethereum`. None can announce itself by it. */
export const injectedRdns = 'injected'

// More wallets than anybody has; a page script may announce without end.
const maxWallets = 32
const maxIconLength = 128 * 1024
const maxTextLength = 256
const rdnsPattern = /^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$/
const iconPattern = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/

/** Creates the discovery of wallets in this browser. Nothing is done before `start`. */
export function createDiscovery({ scope, onChange }: DiscoveryOptions): Discovery {
  const found = new Map<string, { readonly wallet: AnnouncedWallet; readonly provider: Provider }>()
  let isListening = false

  function announced(event: Event): void {
    if (found.size >= maxWallets) return
    const announcement = attempt(() => readAnnouncement(Reflect.get(event, 'detail')))
    // The first one keeps its place: nobody takes over what the visitor may be looking at.
    if (announcement === undefined || found.has(announcement.wallet.rdns)) return
    found.set(announcement.wallet.rdns, announcement)
    onChange()
  }

  /** A wallet's own browser often has nothing but `window.ethereum`. */
  function findInjected(): void {
    if (found.size > 0) return
    const provider = attempt(() => readProvider(scope && Reflect.get(scope, 'ethereum')))
    if (provider === undefined) return
    const wallet = { uuid: injectedRdns, name: 'Browser wallet', icon: undefined, rdns: injectedRdns }
    found.set(injectedRdns, { wallet, provider })
    onChange()
  }

  return {
    start() {
      if (scope === undefined) return
      if (!isListening) {
        isListening = true
        scope.addEventListener('eip6963:announceProvider', announced)
        scope.addEventListener('ethereum#initialized', findInjected)
      }
      scope.dispatchEvent(new Event('eip6963:requestProvider'))
      findInjected()
    },
    stop() {
      scope?.removeEventListener('eip6963:announceProvider', announced)
      scope?.removeEventListener('ethereum#initialized', findInjected)
      isListening = false
    },
    wallets() {
      const wallets = [...found.values()].map(({ wallet }) => wallet)
      // `window.ethereum` is one of those that announced themselves.
      return wallets.length > 1 ? wallets.filter(({ rdns }) => rdns !== injectedRdns) : wallets
    },
    providerOf: (rdns) => found.get(rdns)?.provider,
  }
}

/**
 * An announced wallet that no listing knows, as a listing of its own: it can only be asked where it is.
 * Different rdns never share an id: no part of an rdns has a "-" at its ends.
 */
export function listingOf({ rdns, name }: AnnouncedWallet): Listing {
  return parseListing({ id: `ext-${rdns.replaceAll('-', '--').replaceAll('.', '-')}`, name, rdns })
}

/** Reads an announcement, or undefined when it is none. A getter in it may throw. */
function readAnnouncement(detail: unknown) {
  const info = readField(detail, 'info')
  const provider = readProvider(readField(detail, 'provider'))
  const rdns = readText(info, 'rdns', maxTextLength)
  const uuid = readText(info, 'uuid', maxTextLength)
  const name = cleanWalletName(readText(info, 'name', maxTextLength * 4) ?? '')
  const icon = readText(info, 'icon', maxIconLength)
  if (provider === undefined || uuid === undefined || name === undefined) return undefined
  if (rdns === undefined || !rdnsPattern.test(rdns)) return undefined
  const wallet = { uuid, name, icon: icon !== undefined && iconPattern.test(icon) ? icon : undefined, rdns }
  // An rdns too long for an id, or a name no listing may have: there would be nothing to show.
  listingOf(wallet)
  return { wallet, provider }
}

function readProvider(value: unknown): Provider | undefined {
  return isProvider(value) ? value : undefined
}

function isProvider(value: unknown): value is Provider {
  return typeof readField(value, 'request') === 'function'
}

function readText(value: unknown, name: string, maxLength: number): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text.length <= maxLength ? text : undefined
}

function readField(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject ? Reflect.get(value, name) : undefined
}

function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
