import type { Kysely, QueryCreator, Transaction } from 'kysely'
import type { HeldAddress, LinkedWalletRow } from '../../records/linkedWalletRow.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { compileOnce } from './compileOnce.ts'
import { lockHostUsersAndAddress } from './locks.ts'
import { removeRow } from './removeWallet.ts'
import { readWallet, type WalletRow, walletColumns } from './walletRow.ts'

/**
 * Locks a host user, the address that they prove, and every other host user who owns it. `run` gets the rows of those others
 * and can change them. Usually the address has no other owner. If an owner appears who is not locked, the transaction starts
 * again with them, at the price of one commit that changes nothing.
 */
export async function lockAddressOwners<T>(
  database: Kysely<LinkTables>,
  held: HeldAddress,
  run: (transaction: Transaction<LinkTables>, others: readonly WalletRow[]) => Promise<T>,
): Promise<T> {
  const bareAddress = bareAddressOf(held.address)
  let known: readonly string[] = []
  for (;;) {
    const turns = { hostUserIds: [held.hostUserId, ...known], address: bareAddress }
    const done = await lockHostUsersAndAddress(database, turns, async (transaction) => {
      const others = await rowsOfOthers(transaction, { ...held, bareAddress })
      const owners = others.map((row) => row.host_user_id)
      return owners.every((id) => known.includes(id)) ? { result: await run(transaction, others) } : { owners }
    })
    if ('result' in done) return done.result
    known = done.owners
  }
}

/**
 * Takes an address from every other host user who holds it, and writes this to their histories. Resolves to the removed
 * wallets.
 */
export function releaseAddress(
  database: Kysely<LinkTables>,
  { at, ...held }: HeldAddress & { readonly at: number },
): Promise<readonly LinkedWalletRow[]> {
  return lockAddressOwners(database, held, (transaction, others) =>
    releaseRows(transaction, others.filter(endsBy(held)), at),
  )
}

/**
 * Whether a proof of this address can end a link of another host user. A key's proof can end every link of its address. A
 * contract's proof can end only links of this contract on this chain: code that an account delegates to (EIP-7702) takes
 * nothing from the key.
 */
function endsBy({ address }: Pick<HeldAddress, 'address'>): (row: Pick<WalletRow, 'address'>) => boolean {
  return (row) => address === bareAddressOf(address) || row.address === address
}

/**
 * Tells whether a link of another host user gives way to a proof of this address. A link that is not active gives way to an
 * equal proof. A contract's link always gives way to the key: otherwise code on one chain could lock out the owner of the key.
 */
export function isReplacedBy(
  held: Pick<HeldAddress, 'address'>,
): (row: Pick<WalletRow, 'address' | 'status'>) => boolean {
  const isEnded = endsBy(held)
  return (row) => isEnded(row) && (row.status !== 'active' || row.address !== held.address)
}

/** Removes rows as released. Call it within a turn of their host users. */
export async function releaseRows(
  transaction: Transaction<LinkTables>,
  rows: readonly WalletRow[],
  at: number,
): Promise<readonly LinkedWalletRow[]> {
  for (const row of rows) await removeRow(transaction, row, { type: 'released', at })
  return rows.map(readWallet)
}

/** Removes the chain prefix of a contract account's address. */
export function bareAddressOf(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1)
}

/**
 * Finds other host users' links of an address. A key holds it on every chain, a contract on its own chain only. The unique
 * index allows one owner of each. This query detects a key and a contract of one address that belong to two host users (with
 * EIP-7702 one account is both).
 */
export function selectOthers(
  database: QueryCreator<LinkTables>,
  held: Readonly<Record<'namespace' | 'address' | 'bareAddress' | 'hostUserId', string>>,
) {
  const { namespace, address, bareAddress, hostUserId } = held
  return database
    .selectFrom('linked_wallets')
    .select(walletColumns)
    .where('namespace', '=', namespace)
    .where('bare_address', '=', bareAddress)
    .where('host_user_id', '!=', hostUserId)
    .where(({ or, eb, val }) => or([eb(val(address), '=', bareAddress), eb('address', 'in', [address, bareAddress])]))
}

const rowsOfOthers = compileOnce(selectOthers)
