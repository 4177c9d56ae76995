import type { LinkerState, WalletEntry } from '@hawser/core'
import { android, failed, galleryStates, inView, listing, phone, rainbow, scanning } from '../linkerStates.fixture.ts'

// Linker states of the classic variant, for the tests in this folder and the gallery. Not part of the build.

const names = [
  'Rainbow',
  'Trust Wallet',
  'MetaMask',
  'Uniswap Wallet',
  'Ledger Live',
  'Zerion',
  'imToken',
  'Safe',
  'Argent',
  'OKX Wallet',
  'Bitget Wallet',
  'TokenPocket',
  'Backpack',
  'Bloom',
  'Coin98',
  'Frame',
  'Kraken Wallet',
  'Ambire',
  'Exodus',
  'SafePal',
  'Steakwallet',
  'Tally Ho',
  'XDEFI',
  'Phantom',
  'Brave Wallet',
  'Core',
  'Taho',
  'Enkrypt',
]

/** Wallets that are reachable from every device. */
export function classicWallets(count: number): readonly WalletEntry[] {
  return Array.from({ length: count }, (_, index): WalletEntry => {
    const round = Math.floor(index / names.length)
    const name = `${names[index % names.length]}${round === 0 ? '' : ` ${round + 1}`}`
    const scheme = name.toLowerCase().replaceAll(' ', '')
    const links = { native: `${scheme}://`, universal: `https://${scheme}.example/` }
    return {
      listing: listing(name, { ...(index === 0 ? rainbow : {}), mobile: links, desktop: links }),
      imageUrl: undefined,
      isRecent: index === 2,
      isInstalled: index === 0,
      rdns: undefined,
    }
  })
}

/** The first view with these wallets, and with the fields of `more` replaced. */
export function classic(entries: readonly WalletEntry[], more: Partial<LinkerState> = {}): LinkerState {
  const explorer = {
    status: 'ready',
    search: '',
    entries,
    total: entries.length,
    isLastPage: true,
    isUnavailable: false,
  } as const
  return { ...scanning, options: { variant: 'classic' }, explorer, ...more }
}

/** The list during or after a search. */
export function classicSearch(
  status: LinkerState['explorer']['status'],
  search: string,
  entries: readonly WalletEntry[],
): Partial<LinkerState> {
  const isUnavailable = status === 'failed'
  return { explorer: { status, search, entries, total: entries.length, isLastPage: true, isUnavailable } }
}

const many = classicWallets(28)
const options = { variant: 'classic' } as const
const legal = {
  ...options,
  termsOfServiceUrl: 'https://host.example/terms',
  privacyPolicyUrl: 'https://host.example/privacy',
}

const onList = { view: { name: 'WalletExplorer' } } as const
const unpaired = { pairingUri: undefined, codeSecondsLeft: undefined } as const

/** A state of a standard view, which the classic variant shows after its first view. */
function galleryState(name: string): LinkerState {
  return galleryStates[name] ?? scanning
}

/** Every state of the classic variant, by `platform.Classic.state`, named like the states of the standard views. */
export const classicStates: Readonly<Record<string, LinkerState>> = {
  'desktop.Classic': classic(many),
  'desktop.Classic.legal': classic(many, { options: legal }),
  'desktop.Classic.single': classic(classicWallets(1)),
  'desktop.Classic.noWallets': classic([], { options: { ...options, enableExplorer: false } }),
  'desktop.Classic.slow': classic(many, { relay: 'slow' }),
  'desktop.Classic.unreachable': classic(many, { flow: failed('relayUnreachable'), ...unpaired }),
  'desktop.Classic.copied': classic(many, { toast: { kind: 'success', message: 'linkCopied', text: undefined } }),
  'desktop.Classic.errorToast': classic(many, { toast: { kind: 'error', message: 'failedToCopy', text: undefined } }),
  'desktop.Classic.list': classic(many, onList),
  'desktop.Classic.rows': classic(classicWallets(4), onList),
  'desktop.Classic.loading': classic([], { ...onList, ...classicSearch('loading', '', []) }),
  'desktop.Classic.empty': classic([], { ...onList, ...classicSearch('ready', 'zzz', []) }),
  'desktop.Classic.connecting': inView('DesktopConnecting', 'desktop', { options }),
  'desktop.Classic.chooseNetwork': { ...galleryState('desktop.ChooseNetwork'), options },
  'desktop.Classic.otherNetworks': { ...galleryState('desktop.Linked.otherNetworks'), options },
  'desktop.Classic.notFound': { ...classic(many), view: JSON.parse('{"name":"Unknown"}'), canGoBack: true },
  'ios.Classic': classic(many, { platform: phone }),
  'ios.Classic.legal': classic(many, { platform: phone, options: legal }),
  'ios.Classic.rows': classic(classicWallets(4), { platform: phone }),
  'ios.Classic.loading': classic([], { platform: phone, ...classicSearch('loading', '', []) }),
  'ios.Classic.failedList': classic([], { platform: phone, ...classicSearch('failed', '', []) }),
  'ios.Classic.failedWithStandIns': classic([], { platform: phone, ...classicSearch('failed', '', classicWallets(8)) }),
  'ios.Classic.noSupportedWallets': classic([], { platform: phone }),
  'ios.Classic.empty': classic([], { platform: phone, ...classicSearch('ready', 'zzz', []) }),
  'ios.Classic.expired': classic(many, { platform: phone, flow: failed('expired'), ...unpaired }),
  'ios.Classic.connecting': inView('MobileConnecting', 'mobile', { platform: phone, options }),
  'android.Classic': classic(many, { platform: android }),
  'android.Classic.stayed': classic(many, { platform: android, appSwitch: 'stayed' }),
}
