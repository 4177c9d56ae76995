import type { Kysely } from 'kysely'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { readChallenge } from './challenges.ts'
import { readEvent } from './events.ts'
import { readHandoff } from './handoffs.ts'
import { lockHostUser } from './locks.ts'
import { readWallet, walletRows } from './walletRow.ts'

/** Reads everything for a data request within a turn of the host user, so that it is consistent. */
export function exportHostUser(
  database: Kysely<LinkTables>,
  hostUserId: string,
): ReturnType<LinkStore['exportHostUser']> {
  return lockHostUser(database, hostUserId, async (transaction) => {
    const wallets = await walletRows(transaction, hostUserId).execute()
    const challenges = await transaction
      .selectFrom('link_challenges')
      .selectAll()
      .where('host_user_id', '=', hostUserId)
      .orderBy('expires_at')
      .execute()
    const events = await transaction
      .selectFrom('link_events')
      .selectAll()
      .where('host_user_id', '=', hostUserId)
      .orderBy('number')
      .execute()
    const handoffs = await transaction
      .selectFrom('link_handoffs')
      .selectAll()
      .where('host_user_id', '=', hostUserId)
      .orderBy('expires_at')
      .execute()
    return {
      hostUserId,
      wallets: wallets.map(readWallet),
      challenges: challenges.map(readChallenge),
      events: events.map(readEvent),
      handoffs: handoffs.map(readHandoff),
    }
  })
}

/** Deletes everything stored about a host user. */
export function eraseHostUser(
  database: Kysely<LinkTables>,
  hostUserId: string,
): ReturnType<LinkStore['eraseHostUser']> {
  return lockHostUser(database, hostUserId, async (transaction) => {
    const erase = async (table: 'linked_wallets' | 'link_challenges' | 'link_events' | 'link_handoffs') => {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where('host_user_id', '=', hostUserId)
        .executeTakeFirst()
      return Number(numDeletedRows)
    }
    await erase('link_handoffs')
    const [wallets, challenges] = [await erase('linked_wallets'), await erase('link_challenges')]
    return { wallets, challenges, events: await erase('link_events') }
  })
}
