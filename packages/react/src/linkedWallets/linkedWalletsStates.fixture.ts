import type { FailureCode, LinkedWallet, LinkerState } from '@hawser/core'
import { closed, galleryPlatforms } from '../linkerStates.fixture.ts'

// States of the list of linked wallets, for the tests and the gallery. Not part of the build.

type LinkedWalletsState = LinkerState['linkedWallets']

/** A wallet with every field set. */
export const savings: LinkedWallet = {
  id: 'w1',
  accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  walletName: 'Rainbow',
  label: 'Savings',
  linkedAt: 1_763_712_345_000,
  lastUsedAt: 1_764_712_345_000,
  isPrimary: true,
  status: 'active',
}

/** A wallet that can no longer be relied on, with the longest allowed name. */
export const stale: LinkedWallet = {
  id: 'w2',
  accountId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  walletName: 'The Extraordinarily Long-Named Wallet of the Harbour Master, Ltd',
  linkedAt: 1_763_712_345_000,
  isPrimary: false,
  status: 'stale',
}

/** A wallet without a name of its own, on a network without a name here. */
export const nameless: LinkedWallet = {
  id: 'w3',
  accountId: 'eip155:424242:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  walletName: undefined,
  linkedAt: 1_763_712_345_000,
  isPrimary: false,
  status: 're-prove',
}

export const ready: LinkedWalletsState = {
  status: 'ready',
  wallets: [savings, stale, nameless],
  error: undefined,
}

/** A refusal of the link API. */
export const refusal = (code: FailureCode) => ({ kind: 'linkRefused', code, message: 'for developers' }) as const

const none: LinkedWalletsState = { status: 'ready', wallets: [], error: undefined }

const named: Readonly<Record<string, LinkedWalletsState>> = {
  LinkedWallets: ready,
  'LinkedWallets.one': { ...ready, wallets: [savings] },
  'LinkedWallets.refused': {
    ...ready,
    actions: {
      w1: { kind: 'unlink', status: 'failed', error: refusal('last_factor') },
      w2: { kind: 'rename', status: 'failed', error: refusal('too_many_requests') },
      w3: { kind: 'setPrimary', status: 'running' },
    },
  },
  'LinkedWallets.outdated': { ...ready, status: 'failed', error: refusal('link_unavailable') },
  'LinkedWallets.empty': none,
  'LinkedWallets.loading': { ...none, status: 'loading' },
  'LinkedWallets.failed': { ...none, status: 'failed', error: refusal('not_signed_in') },
}

/** Every state of the list, by `platform.LinkedWallets.state`. */
export const linkedWalletsStates: Readonly<Record<string, LinkerState>> = Object.fromEntries(
  (['desktop', 'ios'] as const).flatMap((platform) =>
    Object.entries(named).map(([name, linkedWallets]) => [
      `${platform}.${name}`,
      { ...closed, platform: galleryPlatforms[platform], linkedWallets },
    ]),
  ),
)

const types = [
  'linked',
  'refreshed',
  'renamed',
  'made-primary',
  'unlinked',
  'released',
  'became-stale',
  'must-re-prove',
  'signed-in',
] as const

/** One event of every kind, with more to load. */
export const everyEvent = {
  status: 'ready',
  events: types.map((type, index) => ({
    number: 20 - index,
    type,
    at: 1_763_712_345_000 - index * 86_400_000,
    accountId: savings.accountId,
    walletName: index === 7 ? undefined : 'Rainbow',
  })),
  before: 12,
  error: undefined,
} as const
