// Test support. The ending keeps it out of the build.
import type { AccountId } from '@hawser/wire'
import type { LinkedWalletRow, ProvenWallet } from './linkedWalletRow.ts'
import type { LinkStore } from './linkStore.ts'

export const now = 1_795_246_101_455
export const accountId: AccountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'

export function walletOf(id: string, part: Partial<ProvenWallet> = {}): ProvenWallet {
  const address = accountId.slice(9).toLowerCase()
  const rest = { hostUserId: 'alice', namespace: 'eip155', address, accountId, walletName: 'W', linkedAt: now } as const
  const proof = {
    method: 'eip191',
    chainId: 'eip155:1',
    block: undefined,
    challengeId: `challenge-${id}`,
    receipt: `receipt-${id}`,
  } as const
  return { id, ...rest, proof, ...part }
}

/** Returns the row of a linked wallet: by default the first of its host user. */
export function rowOf(wallet: ProvenWallet, part: Partial<LinkedWalletRow> = {}): LinkedWalletRow {
  return { ...wallet, label: undefined, isPrimary: true, lastUsedAt: undefined, status: 'active', ...part }
}

export const hostileTexts = [
  "' OR 1=1 --",
  '"; DROP TABLE linked_wallets;',
  '%_\\',
  '😀é\u202e',
  'x'.repeat(256),
  ' a ',
  '0',
  'null',
]

/** Runs a test on a new, empty store, and stops the store afterwards. */
export function withStore(make: () => Promise<LinkStore>, run: (store: LinkStore) => Promise<void>) {
  return async () => {
    const store = await make()
    try {
      await run(store)
    } finally {
      await store.stop()
    }
  }
}
