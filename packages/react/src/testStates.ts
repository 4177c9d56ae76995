import type { FlowFailure, FlowState, Linker, LinkerEvent, LinkerState, Listing, View, WalletEntry } from '@hawser/core'

// States as the linker makes them, for the tests beside this file. Not part of the build.

export const pairingUri = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}&expiryTimestamp=1763712345`
export const accountId = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

const links = { native: undefined, universal: undefined }

export function listing(name: string, more: Partial<Listing> = {}): Listing {
  const id = name.toLowerCase().replaceAll(' ', '-')
  const empty = {
    imageId: undefined,
    homepage: undefined,
    app: {},
    mobile: links,
    desktop: links,
    chains: [],
    rdns: undefined,
  }
  return { id, name, ...empty, ...more }
}

export const rainbow = listing('Rainbow', {
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com/' },
  desktop: { native: 'rainbow://', universal: 'https://rainbow.me/' },
  app: {
    ios: 'https://apps.apple.com/app/id1457119021',
    android: 'https://play.google.com/store/apps/details?id=me.rainbow',
  },
})

export const entries: readonly WalletEntry[] = [
  {
    listing: listing('MetaMask'),
    imageUrl: 'https://registry.example/metamask',
    isRecent: true,
    isInstalled: false,
    rdns: undefined,
  },
  { listing: rainbow, imageUrl: undefined, isRecent: false, isInstalled: false, rdns: undefined },
  { listing: listing('Trust Wallet'), imageUrl: undefined, isRecent: false, isInstalled: false, rdns: undefined },
]

export const phone = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false } as const
export const android = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false } as const
export const desktop = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false } as const

export const choosing: LinkerState = {
  flow: { status: 'choosing', pairing: undefined },
  view: { name: 'ConnectWallet' },
  canGoBack: false,
  wallets: { shown: entries, hasMore: true },
  explorer: { status: 'ready', search: '', entries, total: 68, isLastPage: false },
  toast: undefined,
  linkedWallets: { status: 'idle', wallets: [], error: undefined },
  sessions: [],
  platform: desktop,
  options: {},
  relay: 'acknowledged',
  pairingUri,
  codeSecondsLeft: undefined,
  handOff: 'idle',
  isFramed: false,
}

export const closed: LinkerState = { ...choosing, flow: { status: 'closed' }, pairingUri: undefined, relay: 'waiting' }

const peer = {
  publicKey: 'b'.repeat(64),
  metadata: { name: 'Rainbow', description: '', url: 'https://rainbow.me', icons: [] },
}
export const session = {
  topic: 'a'.repeat(64),
  pairingTopic: '7f'.repeat(32),
  peer,
  self: peer,
  role: 'dapp',
  controller: peer.publicKey,
  namespaces: {},
  requiredNamespaces: {},
  optionalNamespaces: {},
  expiresAt: 1_800_000_000_000,
  acknowledged: true,
} as const

export function failed(
  kind: FlowFailure['kind'],
  more: Partial<Extract<FlowState, { status: 'failed' }>> = {},
): FlowState {
  const error = { kind, code: 'some_code', message: 'for developers' }
  return { status: 'failed', error, choice: undefined, retry: { step: 'pairing' }, ...more }
}

export const proofRetry = { step: 'proof', session, accountId, attempt: 1 } as const

/** The state in one wallet's view. */
export function inView(
  name: Extract<View, { readonly listing: Listing }>['name'],
  via: 'mobile' | 'desktop' | 'web' | 'qrcode',
  more: Partial<LinkerState> = {},
): LinkerState {
  return {
    ...choosing,
    canGoBack: true,
    view: { name, listing: rainbow },
    flow: { status: 'connecting', pairing: undefined, listing: rainbow, via },
    ...more,
  }
}

export type ScriptedLinker = Linker & {
  readonly sent: readonly LinkerEvent[]
  readonly show: (state: LinkerState) => void
}

/** A linker whose states come from the test. What is sent to it is written down. */
export function createScriptedLinker(first: LinkerState): ScriptedLinker {
  let state = first
  const sent: LinkerEvent[] = []
  const listeners = new Set<() => void>()
  return {
    sent,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (event) => sent.push(event),
    show(next) {
      state = next
      for (const listener of listeners) listener()
    },
    stop: () => listeners.clear(),
  }
}
