import type {
  FlowFailure,
  FlowState,
  HandoffScreenState,
  Linker,
  LinkerMethods,
  LinkerState,
  Listing,
  Via,
  View,
  WalletEntry,
} from '@hawser/core'

// Linker states for the tests in this folder. Not part of the build.

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
  purpose: { kind: 'link' },
  view: { name: 'ConnectWallet' },
  canGoBack: false,
  wallets: { shown: entries, hasMore: true, isReady: true },
  explorer: { status: 'ready', search: '', entries, total: 68, isLastPage: false, isUnavailable: false },
  toast: undefined,
  linkedWallets: { status: 'idle', wallets: [], error: undefined },
  pairingHistory: [],
  platform: desktop,
  installed: [],
  options: {},
  relay: 'acknowledged',
  pairingUri,
  codeSecondsLeft: undefined,
  codeRenews: true,
  appSwitch: 'idle',
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

export const connection = {
  kind: 'session',
  id: session.topic,
  walletName: session.peer.metadata.name,
  session,
} as const

export function failed(
  kind: FlowFailure['kind'],
  more: Partial<Extract<FlowState, { status: 'failed' }>> = {},
): FlowState {
  const error = { kind, code: 'link_refused', reason: 'some_code', message: 'for developers' } as const
  return { status: 'failed', error, choice: undefined, retry: { step: 'pairing' }, ...more }
}

export const proofRetry = { step: 'proof', connection, accountId, attempt: 1, keepsProof: false } as const

type WalletView = Extract<View, { readonly listing: Listing }>['name']

/** The fields that turn a state into the state of one wallet's view. */
function viewOf(name: WalletView, via: Via, more: Partial<LinkerState>): Partial<LinkerState> {
  return {
    canGoBack: true,
    view: { name, listing: rainbow },
    flow: { status: 'connecting', pairing: undefined, listing: rainbow, via },
    ...more,
  }
}

/** A state in one wallet's view. */
export function inView(name: WalletView, via: Via, more: Partial<LinkerState> = {}): LinkerState {
  return { ...choosing, ...viewOf(name, via, more) }
}

export type ScriptedLinker = Linker & {
  /** The called methods, each with its arguments. */
  readonly calls: readonly Call[]
  /** How often the linker was asked to preload its code. */
  readonly preloads: () => number
  readonly show: (state: LinkerState) => void
}

/** A method and its arguments. */
export type Call = readonly [method: string, ...given: unknown[]]

const methods = {
  open: true,
  close: true,
  retry: true,
  goBack: true,
  renewCode: true,
  showView: true,
  chooseWallet: true,
  chooseAnyWallet: true,
  chooseVia: true,
  openChosenWallet: true,
  copyLink: true,
  openInstallPage: true,
  searchWallets: true,
  loadMoreWallets: true,
  loadWalletImages: true,
  startHandoff: true,
  finishHandoff: true,
  undoHandoff: true,
  loadLinkedWallets: true,
  unlink: true,
  changeLinkedWallet: true,
  loadHistory: true,
  dismissFailure: true,
  loadSessions: true,
  revokeSession: true,
  revokeAllSessions: true,
  dismissEndedSessions: true,
} satisfies Record<keyof LinkerMethods, true>

function noteCalls(calls: Call[]): LinkerMethods {
  const note = (method: string) =>
    [method, (...given: unknown[]) => void calls.push([method, ...given.filter((each) => each !== undefined)])] as const
  return Object.fromEntries(Object.keys(methods).map(note)) as LinkerMethods
}

/** A linker whose states come from the test. Records the called methods. */
export function createScriptedLinker(first: LinkerState): ScriptedLinker {
  let state = first
  const calls: Call[] = []
  const listeners = new Set<() => void>()
  let preloads = 0
  return {
    calls,
    preloads: () => preloads,
    preload: async () => {
      preloads += 1
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...noteCalls(calls),
    show(next) {
      state = next
      for (const listener of listeners) listener()
    },
    stop: () => listeners.clear(),
  }
}

const pairing = {
  pairingTopic: '7f6e50'.padEnd(58, '0').concat('a1b2c3'),
  pairingUri,
  expiresAt: 1_763_712_345_000,
  relay: 'acknowledged',
  replaces: undefined,
  earlier: undefined,
} as const

/** A code on screen with minutes left, just after the relay has acknowledged it. */
export const scanning: LinkerState = {
  ...choosing,
  flow: { status: 'choosing', pairing },
  codeSecondsLeft: 268,
}

const renewedAfter = (replaces: 'declined' | 'expired'): Partial<LinkerState> => ({
  flow: { status: 'choosing', pairing: { ...pairing, replaces } },
})

const extensionOnly = listing('Harbour', {
  homepage: 'https://xn--hrbour-9ua.example/',
  app: {
    chrome: 'https://chromewebstore.google.com/detail/harbour/aaaa',
    firefox: 'https://addons.mozilla.org/firefox/addon/harbour',
    edge: 'https://microsoftedge.microsoft.com/addons/detail/harbour/aaaa',
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=example.harbour',
  },
})
const walletNames = [
  'MetaMask',
  'Rainbow',
  'Trust Wallet',
  'Coinbase Wallet',
  'Ledger Live',
  'Zerion',
  'OKX Wallet',
  'imToken',
  'Uniswap Wallet',
  '1inch Wallet',
  'Exodus',
  'Argent',
  'SafePal',
  'TokenPocket',
  'Bitget Wallet',
  'Phantom',
]

/** A wallet's picture that needs no request: two colours and a shape. */
function picture(index: number): string {
  const hue = (index * 47) % 360
  const shape = ['M20 40 40 20l20 20-20 20z', 'M22 22h36v36H22z', 'M40 20a20 20 0 1 1 0 40 20 20 0 0 1 0-40z'][
    index % 3
  ]
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><path fill="hsl(${hue} 70% 52%)" d="M0 0h80v80H0z"/>` +
    `<path fill="#fff" d="${shape}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const galleryEntries: readonly WalletEntry[] = walletNames.map((name, index) => ({
  listing: name === 'Rainbow' ? rainbow : listing(name),
  // A wallet without a picture shows a monogram.
  imageUrl: name === 'Zerion' ? undefined : picture(index),
  isRecent: index === 0,
  isInstalled: false,
  rdns: undefined,
}))
const unlisted: WalletEntry = {
  listing: listing('Quay Wallet', { id: 'example-quay' }),
  imageUrl: picture(5),
  isRecent: false,
  isInstalled: true,
  rdns: 'example.quay',
}
const galleryExplorer: LinkerState['explorer'] = {
  status: 'ready',
  search: '',
  entries: galleryEntries,
  total: 68,
  isLastPage: false,
  isUnavailable: false,
}
const legal = { termsOfServiceUrl: 'https://host.example/terms', privacyPolicyUrl: 'https://host.example/privacy' }
const connected = { connection } as const
const provingFlow = { status: 'proving', ...connected, accountId, attempt: 1 } as const
const linkedWallet = { id: '1', accountId, walletName: 'Rainbow', linkedAt: 1_763_712_345_000 } as const

/** A wallet in the page with accounts on three networks. */
const harbour = { listing: { ...extensionOnly, rdns: 'example.harbour' }, via: 'extension' } as const
const severalNetworks = { 'example.harbour': ['eip155', 'solana', 'bip122'] }

const digits = {
  step: 'digits',
  accountId,
  walletName: 'Rainbow',
  attemptsLeft: 2,
  secondsLeft: 107,
  isChecking: false,
} as const

type Named = Readonly<Record<string, Partial<LinkerState>>>

/** The states of one wallet's view: while it waits, and after every possible end. */
function connectingStates(name: WalletView, via: Via): Named {
  const choice = { listing: rainbow, via }
  const waiting = viewOf(name, via, { flow: { status: 'connecting', pairing, ...choice } })
  const failedBy = (kind: FlowFailure['kind']) => ({ ...waiting, flow: failed(kind, { choice }) })
  return { [name]: waiting, [`${name}.declined`]: failedBy('declined'), [`${name}.expired`]: failedBy('expired') }
}

/** The states after a wallet has connected, the same on every platform. */
const outcomes: Named = {
  'Proving.challenge': { flow: { ...provingFlow, step: 'challenge', choice: undefined } },
  'Proving.signature': { flow: { ...provingFlow, step: 'signature', choice: { listing: rainbow, via: 'mobile' } } },
  'Proving.checking': { flow: { ...provingFlow, step: 'checking', choice: undefined } },
  Linked: { flow: { status: 'linked', wallet: linkedWallet, ...connected, choice: undefined } },
  'Linked.otherNetworks': {
    networks: severalNetworks,
    flow: { status: 'linked', wallet: linkedWallet, ...connected, choice: { ...harbour, namespace: 'eip155' } },
  },
  Connected: { flow: { status: 'connected', ...connected, choice: undefined } },
  'Failed.alreadyLinked': {
    flow: failed('linkRefused', { error: { kind: 'linkRefused', code: 'wallet_already_linked', message: '' } }),
  },
  'Failed.sessionEnded': { flow: failed('sessionEnded') },
}

const explorerStates: Named = {
  WalletExplorer: { view: { name: 'WalletExplorer' }, canGoBack: true },
  'WalletExplorer.loading': {
    view: { name: 'WalletExplorer' },
    canGoBack: true,
    explorer: { ...galleryExplorer, status: 'loading', entries: [], total: 0 },
  },
  'WalletExplorer.empty': {
    view: { name: 'WalletExplorer' },
    canGoBack: true,
    explorer: { ...galleryExplorer, search: 'zzz', entries: [], total: 0, isLastPage: true },
  },
  'WalletExplorer.failed': {
    view: { name: 'WalletExplorer' },
    canGoBack: true,
    explorer: { ...galleryExplorer, status: 'failed', entries: [], total: 0 },
  },
  'WalletExplorer.unavailable': {
    view: { name: 'WalletExplorer' },
    canGoBack: true,
    explorer: { ...galleryExplorer, status: 'failed', isUnavailable: true },
  },
}

const installStates: Named = {
  InstallWallet: { view: { name: 'InstallWallet', listing: extensionOnly }, canGoBack: true },
  'InstallWallet.otherNetwork': {
    view: { name: 'InstallWallet', listing: extensionOnly },
    canGoBack: true,
    otherNetwork: { listingId: extensionOnly.id, network: 'Solana' },
  },
  GetWallet: {
    view: { name: 'GetWallet' },
    canGoBack: true,
    explorer: {
      ...galleryExplorer,
      entries: [{ listing: rainbow, imageUrl: undefined, isRecent: false, isInstalled: false, rdns: undefined }],
    },
  },
}

const onEveryPlatform: Named = {
  ConnectWallet: { options: legal },
  'ConnectWallet.listsLoading': { options: legal, wallets: { shown: [], hasMore: false, isReady: false } },
  'ConnectWallet.listUnavailable': { options: legal, explorer: { ...galleryExplorer, isUnavailable: true } },
  'ConnectWallet.unreachable': { flow: failed('relayUnreachable'), relay: 'unreachable', pairingUri: undefined },
  'ConnectWallet.toast': { toast: { kind: 'success', message: 'linkCopied', text: undefined } },
  'ConnectWallet.errorToast': { toast: { kind: 'error', message: 'unknownError', text: undefined } },
  Qrcode: { view: { name: 'Qrcode' }, canGoBack: true },
  'Qrcode.newAfterDeclined': { ...renewedAfter('declined'), view: { name: 'Qrcode' }, canGoBack: true },
  ...explorerStates,
  ...connectingStates('WebConnecting', 'web'),
  ...installStates,
  // Some phone browsers and every wallet's own browser have extensions too.
  ...connectingStates('ExtensionConnecting', 'extension'),
  'ExtensionConnecting.unlisted': {
    view: { name: 'ExtensionConnecting', listing: unlisted.listing },
    canGoBack: true,
    wallets: { shown: [unlisted, ...galleryEntries.slice(0, 2)], hasMore: true, isReady: true },
    flow: { status: 'connecting', pairing, listing: unlisted.listing, via: 'extension' },
  },
  ChooseNetwork: {
    canGoBack: true,
    networks: severalNetworks,
    view: { name: 'ChooseNetwork', listing: harbour.listing },
  },
  // A newer core could ask for a view that this version does not know: it then shows "Not Found".
  NotFound: { view: JSON.parse('{"name":"Unknown"}'), canGoBack: true },
  ...outcomes,
}

/** The steps of a handoff on the screen that starts it. */
const handoffs: Named = Object.fromEntries(
  Object.entries({
    starting: { step: 'starting' },
    code: {
      step: 'code',
      address: `https://host.example/link/handoff#h=${'7f'.repeat(16)}.${'Sf'.repeat(21)}A`,
      secondsLeft: 272,
    },
    onPhone: { step: 'onPhone', secondsLeft: 251 },
    noWallet: { step: 'noWallet', secondsLeft: 251 },
    digits: { ...digits, problem: undefined },
    digitsWrong: { ...digits, problem: 'digits_wrong' },
    digitsChecking: { ...digits, isChecking: true, problem: undefined },
    elsewhere: { step: 'failed', code: 'elsewhere' },
    expired: { step: 'failed', code: 'time' },
    digitsSpent: { step: 'failed', code: 'digits' },
    declined: { step: 'failed', code: 'declined' },
    taken: { step: 'failed', code: 'taken' },
    signedOut: { step: 'failed', code: 'not_signed_in' },
    undone: { step: 'undone' },
  } satisfies Record<string, HandoffScreenState>).map(([name, handoff]) => [
    `Handoff.${name}`,
    { view: { name: 'Handoff' }, canGoBack: true, handoff },
  ]),
)

const onDesktop: Named = {
  ...onEveryPlatform,
  'ConnectWallet.handoff': { handoff: { step: 'offered' } },
  ...handoffs,
  'ConnectWallet.preparing': {
    flow: { status: 'choosing', pairing: undefined },
    pairingUri: undefined,
    relay: 'waiting',
    codeSecondsLeft: undefined,
  },
  'ConnectWallet.waiting': { relay: 'waiting' },
  'ConnectWallet.slow': { relay: 'slow' },
  'ConnectWallet.endsSoon': { codeSecondsLeft: 24 },
  'ConnectWallet.endsForGood': { codeRenews: false },
  'ConnectWallet.newAfterDeclined': renewedAfter('declined'),
  'ConnectWallet.newAfterExpired': renewedAfter('expired'),
  'ConnectWallet.expired': { flow: failed('expired'), pairingUri: undefined, codeSecondsLeft: undefined },
  'ConnectWallet.installed': {
    wallets: { shown: [unlisted, ...galleryEntries.slice(0, 2)], hasMore: true, isReady: true },
  },
  ...connectingStates('DesktopConnecting', 'desktop'),
  ...connectingStates('MobileQrcodeConnecting', 'qrcode'),
  'MobileQrcodeConnecting.newAfterDeclined': viewOf('MobileQrcodeConnecting', 'qrcode', {
    flow: { status: 'connecting', pairing: { ...pairing, replaces: 'declined' }, listing: rainbow, via: 'qrcode' },
  }),
}

const ownBrowser = {
  ios: { template: 'https://rnbwapp.com/dapp?url={urlEncoded}', confidence: 'high' },
  android: { template: 'https://rnbwapp.com/dapp?url={urlEncoded}', confidence: 'high' },
  namespaces: ['eip155'],
} as const
const walletPage = {
  address: 'https://host.example/wallets',
  appName: 'Host',
  namespaces: ['eip155'],
  allowsUntested: false,
}
const opened = { status: 'connecting', pairing, listing: rainbow, via: 'mobile' } as const
const onPhone: Named = {
  ...onEveryPlatform,
  'ConnectWallet.declined': { flow: failed('declined') },
  WalletBrowser: {
    walletPage,
    view: { name: 'WalletBrowser', listing: { ...rainbow, browser: ownBrowser } },
    canGoBack: true,
  },
  ...connectingStates('MobileConnecting', 'mobile'),
  'MobileConnecting.ownBrowser': viewOf('MobileConnecting', 'mobile', {
    walletPage,
    view: { name: 'MobileConnecting', listing: { ...rainbow, browser: ownBrowser } },
    flow: opened,
  }),
  ...Object.fromEntries(
    (['opening', 'left', 'stayed'] as const).map((appSwitch) => [
      `MobileConnecting.${appSwitch}`,
      viewOf('MobileConnecting', 'mobile', { flow: opened, appSwitch }),
    ]),
  ),
}

/** The platforms of the specification, in the linker's terms. */
export const galleryPlatforms = {
  desktop,
  ios: phone,
  ipad: phone,
  android,
  telegram: { ...android, isTelegram: true },
  inWallet: android,
} as const satisfies Readonly<Record<string, LinkerState['platform']>>

/** Every view on every platform, in every state a visitor can see, by `platform.View.state`. */
export const galleryStates: Readonly<Record<string, LinkerState>> = Object.fromEntries(
  Object.entries(galleryPlatforms).flatMap(([platformName, platform]) => {
    const isDesktop = platform.device === 'desktop'
    const offered = platformName === 'inWallet' ? [unlisted, ...galleryEntries] : galleryEntries
    const wallets = { shown: offered.slice(0, isDesktop ? 3 : 7), hasMore: true, isReady: true }
    const isInWallet = platformName === 'inWallet'
    const base: LinkerState = { ...scanning, explorer: galleryExplorer, wallets, platform, isInWallet }
    return Object.entries(isDesktop ? onDesktop : onPhone).map(([name, more]) => [
      `${platformName}.${name}`,
      { ...base, ...more },
    ])
  }),
)
