// Test support. The ending keeps it out of the build.
import { type Kysely, sql } from 'kysely'
import type { ProvenWallet } from '../../records/linkedWalletRow.ts'
import type { LinkTables } from './linkTables.ts'
import { steps } from './migrate.ts'

/** Replaces the tables of an open store with the empty tables of an older version. */
export async function goBackTo(database: Kysely<LinkTables>, version: number): Promise<void> {
  const tables = ['linked_wallets', 'link_challenges', 'link_events', 'link_handoffs', 'link_buckets', 'link_locks']
  for (const table of tables) await sql`drop table ${sql.table(table)}`.execute(database)
  for (const step of steps.slice(0, version)) await step(database)
  await database.updateTable('link_schema').set({ version }).execute()
}

/** Writes a linked wallet with its event, in the form of versions 2 to 4 of the tables. */
export async function putOldWallet(database: Kysely<LinkTables>, wallet: ProvenWallet): Promise<void> {
  const { id, hostUserId, namespace, address, accountId, linkedAt, proof } = wallet
  await sql`insert into linked_wallets (id, host_user_id, namespace, address, bare_address, account_id, is_primary, linked_at,
      proof_method, proof_chain_id, challenge_id, status)
    values (${id}, ${hostUserId}, ${namespace}, ${address}, ${address}, ${accountId}, 1, ${linkedAt}, ${proof.method},
      ${proof.chainId}, ${proof.challengeId}, 'active')`.execute(database)
  await sql`insert into link_events (host_user_id, number, type, at, account_id)
    values (${hostUserId}, 1, 'linked', ${linkedAt}, ${accountId})`.execute(database)
}
