import type { KeptSession, KeptSessionsState, LinkerState } from '@hawser/core'
import { closed, galleryPlatforms } from '../linkerStates.fixture.ts'

// States of the list of connected wallets, for the tests and the gallery. Not part of the build.

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const picture =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><path fill="#2a6df4" d="M0 0h80v80H0z"/><path fill="#fff" d="M20 40 40 20l20 20-20 20z"/></svg>',
  )

/** A connected wallet: listed, opened from the page. */
export const rainbowSession: KeptSession = {
  topic: 'a1'.repeat(32),
  walletName: 'Rainbow',
  imageUrl: picture,
  host: 'rainbow.me',
  isHostVerified: true,
  accounts: [`eip155:1:${address}`, `eip155:137:${address}`],
  chains: ['eip155:1', 'eip155:137'],
  methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
  expiresAt: 1_763_712_345_000,
  isRestored: false,
}

/** A session with long texts and many rights. */
export const longSession: KeptSession = {
  ...rainbowSession,
  topic: 'b2'.repeat(32),
  walletName: 'The Extraordinarily Long-Named Wallet of the Harbour Master',
  imageUrl: undefined,
  host: 'a-host-that-takes-the-whole-line-and-a-little-more.harbour-master.example',
  isHostVerified: false,
  chains: ['eip155:1', 'eip155:10', 'eip155:8453', 'eip155:424242', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  methods: ['wallet_addEthereumChain', 'wallet_switchEthereumChain', 'wallet_watchAsset', 'personal_sign'],
  isRestored: true,
}

/** A session without texts and rights. */
export const bareSession: KeptSession = {
  ...rainbowSession,
  topic: 'c3'.repeat(32),
  walletName: undefined,
  imageUrl: undefined,
  host: undefined,
  isHostVerified: false,
  accounts: [],
  chains: [],
  methods: [],
}

export const ended = [
  { topic: 'd4'.repeat(32), walletName: 'Trust Wallet', cause: 'wallet', at: 1_763_712_345_000 },
  { topic: 'e5'.repeat(32), walletName: undefined, cause: 'expiry', at: 1_763_712_345_000 },
] as const

const ready = { status: 'ready', sessions: [], ended: [] } as const

const named: Readonly<Record<string, KeptSessionsState>> = {
  Sessions: { ...ready, sessions: [rainbowSession, longSession, bareSession] },
  'Sessions.one': { ...ready, sessions: [rainbowSession] },
  'Sessions.ended': { ...ready, sessions: [rainbowSession], ended },
  'Sessions.empty': ready,
  'Sessions.loading': { ...ready, status: 'loading' },
  'Sessions.failed': { ...ready, status: 'failed' },
}

/** Every state of the list, by `platform.Sessions.state`. */
export const sessionsStates: Readonly<Record<string, LinkerState>> = Object.fromEntries(
  (['desktop', 'ios'] as const).flatMap((platform) =>
    Object.entries(named).map(([name, keptSessions]) => [
      `${platform}.${name}`,
      { ...closed, platform: galleryPlatforms[platform], keptSessions },
    ]),
  ),
)
