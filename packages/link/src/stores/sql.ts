import { isAccountId, type LinkedWallet } from '@hawser/wire'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Challenge } from '../challenge.ts'
import { LinkFailedError } from '../errors.ts'
import type { ChallengeBounds, LinkStore } from '../linkStore.ts'
import { type LinkTables, migrate } from './schema.ts'

/**
 * The link store over a Kysely instance, which it migrates first and destroys on `stop()`.
 * @throws LinkStoreNewerError
 */
export async function createSqlLinkStore(options: { readonly database: Kysely<LinkTables> }): Promise<LinkStore> {
  const { database } = options
  await migrate(database)
  return {
    putChallenge: (challenge, bounds) => putChallenge(database, challenge, bounds),
    consumeChallenge: async ({ id, hostUserId, purpose }) => {
      const row = await database
        .deleteFrom('link_challenges')
        .where('id', '=', id)
        .where('host_user_id', '=', hostUserId)
        .where('purpose', '=', purpose)
        .returningAll()
        .executeTakeFirst()
      const challenge = row && readChallenge(row)
      return isFor(challenge, purpose) ? challenge : undefined
    },
    purgeChallenges: async (expiredBefore) => {
      await database.deleteFrom('link_challenges').where('expires_at', '<', expiredBefore).execute()
    },
    putLinkedWallet: async (row) => {
      // One statement decides who owns the address: the update applies to the owner's own row only, and returns nothing else.
      const written = await database
        .insertInto('linked_wallets')
        .values({
          id: row.id,
          host_user_id: row.hostUserId,
          namespace: row.namespace,
          address: row.address,
          account_id: row.accountId,
          wallet_name: row.walletName ?? null,
          linked_at: row.linkedAt,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['namespace', 'address'])
            .doUpdateSet((expression) => ({
              account_id: expression.ref('excluded.account_id'),
              wallet_name: expression.ref('excluded.wallet_name'),
              linked_at: expression.ref('excluded.linked_at'),
            }))
            .whereRef('linked_wallets.host_user_id', '=', 'excluded.host_user_id'),
        )
        .returningAll()
        .executeTakeFirst()
      return written === undefined ? undefined : readLinkedWallet(written)
    },
    linkedWallets: async (hostUserId) => {
      const rows = await database
        .selectFrom('linked_wallets')
        .selectAll()
        .where('host_user_id', '=', hostUserId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute()
      return rows.map(readLinkedWallet)
    },
    removeLinkedWallet: async ({ id, hostUserId }) => {
      const removed = await database
        .deleteFrom('linked_wallets')
        .where('id', '=', id)
        .where('host_user_id', '=', hostUserId)
        .returning('id')
        .execute()
      return removed.length > 0
    },
    stop: () => database.destroy(),
  }
}

// The column takes no NULL, and a one-tap challenge has no account yet.
const noAccount = ''

function isFor<P extends Challenge['purpose']>(
  challenge: Challenge | undefined,
  purpose: P,
): challenge is Extract<Challenge, { purpose: P }> {
  return challenge?.purpose === purpose
}

async function putChallenge(
  database: Kysely<LinkTables>,
  challenge: Challenge,
  bounds: ChallengeBounds,
): ReturnType<LinkStore['putChallenge']> {
  const { openLimit, now } = bounds
  if (bounds.whenFull === 'drop-oldest') {
    await database.transaction().execute(async (transaction) => {
      // The write first: it takes the lock, so that what is counted next is all there is.
      await transaction.insertInto('link_challenges').values(formatChallenge(challenge)).execute()
      const others = openChallenges(transaction, challenge, now).where('id', '!=', challenge.id)
      const newest = others
        .select('id')
        .orderBy('expires_at', 'desc')
        .limit(openLimit - 1)
      const dropped = others.select('id').where('id', 'not in', newest)
      await transaction.deleteFrom('link_challenges').where('id', 'in', dropped).execute()
    })
    return { kept: true }
  }
  const open = openChallenges(database, challenge, now)
  const row = formatChallenge(challenge)
  // Counted and written by one statement, so that requests at once cannot all find the last free place.
  const kept = await database
    .insertInto('link_challenges')
    .columns(['id', 'host_user_id', 'purpose', 'account_id', 'wallet_name', 'message', 'expires_at'])
    .expression(
      database
        .selectNoFrom([
          sql<string>`${row.id}`.as('id'),
          sql<string>`${row.host_user_id}`.as('host_user_id'),
          sql<string>`${row.purpose}`.as('purpose'),
          sql<string>`${row.account_id}`.as('account_id'),
          sql<string | null>`${row.wallet_name}`.as('wallet_name'),
          sql<string>`${row.message}`.as('message'),
          sql<number>`${row.expires_at}`.as('expires_at'),
        ])
        .where(
          open.select((count) => count.fn.countAll<number>().as('open')),
          '<',
          openLimit,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (kept !== undefined) return { kept: true }
  const first = await open.select((oldest) => oldest.fn.min('expires_at').as('expires_at')).executeTakeFirst()
  return { kept: false, firstExpiresAt: Number(first?.expires_at ?? now) }
}

/** The challenges of the same host user and purpose that have not expired. */
function openChallenges(database: Kysely<LinkTables>, { hostUserId, purpose }: Challenge, now: number) {
  return database
    .selectFrom('link_challenges')
    .where('host_user_id', '=', hostUserId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
}

function formatChallenge(challenge: Challenge): LinkTables['link_challenges'] {
  return {
    id: challenge.id,
    host_user_id: challenge.hostUserId,
    purpose: challenge.purpose,
    account_id: challenge.accountId ?? noAccount,
    wallet_name: challenge.walletName ?? null,
    message: challenge.message,
    expires_at: challenge.expiresAt,
  }
}

function readChallenge(row: Selectable<LinkTables['link_challenges']>): Challenge {
  const { id, message, account_id: accountId } = row
  const issued = { id, hostUserId: row.host_user_id, message, expiresAt: Number(row.expires_at) }
  if (row.purpose === 'one-tap' && accountId === noAccount)
    return { ...issued, purpose: row.purpose, accountId: undefined, walletName: undefined }
  if (row.purpose !== 'link' || !isAccountId(accountId))
    throw new LinkFailedError('The link store holds a challenge without account id.')
  return { ...issued, purpose: row.purpose, accountId, walletName: row.wallet_name ?? undefined }
}

function readLinkedWallet(row: Selectable<LinkTables['linked_wallets']>): LinkedWallet {
  if (!isAccountId(row.account_id)) throw new LinkFailedError('The link store holds a wallet without account id.')
  return {
    id: row.id,
    accountId: row.account_id,
    walletName: row.wallet_name ?? undefined,
    // Drivers differ in what they make of a 64-bit integer.
    linkedAt: Number(row.linked_at),
  }
}
