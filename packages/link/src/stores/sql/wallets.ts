import type { Kysely, Transaction } from 'kysely'
import type { LinkEvent } from '../../records/linkEvent.ts'
import type { LinkedWalletRow, WalletKey } from '../../records/linkedWalletRow.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { releaseAddress } from './addressOwners.ts'
import { putEvent } from './events.ts'
import { lockHostUser, type RunLocked } from './locks.ts'
import { putWallet } from './putWallet.ts'
import { removeWallet } from './removeWallet.ts'
import { reproveAll } from './reproveAll.ts'
import { readWallet, type WalletRow, walletRows } from './walletRow.ts'
import type { Write } from './writes.ts'

type Change = Partial<Pick<WalletRow, 'label' | 'is_primary' | 'last_used_at' | 'status'>>

/** The linked wallets of `LinkStore`. */
export function walletsOf(
  database: Kysely<LinkTables>,
  durably: Write,
  inTurn: RunLocked,
): Pick<
  LinkStore,
  | 'putLinkedWallet'
  | 'heldWallet'
  | 'linkedWallets'
  | 'removeLinkedWallet'
  | 'releaseAddress'
  | 'renameLinkedWallet'
  | 'setPrimaryWallet'
  | 'useLinkedWallet'
  | 'setWalletStatus'
  | 'reproveAll'
> {
  return {
    putLinkedWallet: (wallet) => durably((connection) => putWallet(connection, wallet, inTurn)),
    heldWallet: async ({ namespace, address }) => {
      const row = await database
        .selectFrom('linked_wallets')
        .selectAll()
        .where('namespace', '=', namespace)
        .where('address', '=', address)
        .executeTakeFirst()
      return row && readWallet(row)
    },
    linkedWallets: async (hostUserId) => (await walletRows(database, hostUserId).execute()).map(readWallet),
    removeLinkedWallet: (key) =>
      durably((connection) =>
        lockHostUser(connection, key.hostUserId, (transaction) => removeWallet(transaction, key)),
      ),
    releaseAddress: (request) => durably((connection) => releaseAddress(connection, request)),
    renameLinkedWallet: ({ label, at, ...key }) =>
      changeWallet(durably, key, (row) =>
        row.label === (label ?? null)
          ? undefined
          : { change: { label: label ?? null }, event: { type: 'renamed', at } },
      ),
    setPrimaryWallet: ({ at, ...key }) =>
      changeWallet(durably, key, (row) =>
        row.is_primary === 1 ? undefined : { change: { is_primary: 1 }, event: { type: 'made-primary', at } },
      ),
    useLinkedWallet: ({ at, event, ...key }) =>
      changeWallet(durably, key, (row) => {
        const usedAt = Number(row.last_used_at ?? 0)
        if (usedAt >= at && event === undefined) return undefined
        return { change: { last_used_at: Math.max(usedAt, at) }, event: event && { type: event, at } }
      }),
    setWalletStatus: ({ status, at, challengeId, ...key }) =>
      changeWallet(durably, key, (row) =>
        row.status === status || row.challenge_id !== (challengeId ?? row.challenge_id)
          ? undefined
          : { change: { status }, event: { type: statusEvents[status], at } },
      ),
    reproveAll: (request) => reproveAll({ database, durably }, request),
  }
}

const statusEvents = { stale: 'became-stale', 're-prove': 'must-re-prove' } as const

/** Changes a wallet. `say` receives its current row and returns the change, or undefined for none. */
function changeWallet(
  durably: Write,
  { id, hostUserId }: WalletKey,
  say: (
    row: WalletRow,
  ) =>
    | { readonly change: Change; readonly event: { readonly type: LinkEvent['type']; readonly at: number } | undefined }
    | undefined,
): Promise<LinkedWalletRow | undefined> {
  const change = async (transaction: Transaction<LinkTables>) => {
    const row = await walletRows(transaction, hostUserId).where('id', '=', id).executeTakeFirst()
    const said = row && say(row)
    if (row === undefined || said === undefined) return row && readWallet(row)
    // The index allows one primary wallet at a time.
    if (said.change.is_primary === 1) {
      const all = transaction.updateTable('linked_wallets').where('host_user_id', '=', hostUserId)
      await all.set({ is_primary: 0 }).where('is_primary', '=', 1).execute()
    }
    await updateWallet(transaction, row, said.change)
    if (said.event !== undefined) await putEvent(transaction, said.event, row)
    return readWallet({ ...row, ...said.change })
  }
  return durably((connection) => lockHostUser(connection, hostUserId, change))
}

async function updateWallet(transaction: Transaction<LinkTables>, { id }: WalletRow, change: Change): Promise<void> {
  await transaction.updateTable('linked_wallets').set(change).where('id', '=', id).execute()
}
