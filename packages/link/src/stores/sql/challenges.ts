import { isAccountId } from '@hawser/wire'
import { type Kysely, type Selectable, sql } from 'kysely'
import { LinkFailedError } from '../../errors.ts'
import type { Challenge } from '../../records/challenge.ts'
import type { ChallengeBounds, LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { bindOnce, compileOnce, runQuery } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'
import { type InTurn, lockHostUser } from './locks.ts'
import type { Write } from './writes.ts'

/**
 * The challenges of `LinkStore`. They are written `lightly`: the result of an answer (a link, the end of one) is a later write
 * that takes these to the disk with it.
 */
export function challengesOf(lightly: Write, inTurn: InTurn): Pick<LinkStore, 'putChallenge' | 'consumeChallenge'> {
  return {
    putChallenge: (challenge, bounds) => lightly((connection) => putChallenge(connection, challenge, bounds, inTurn)),
    consumeChallenge: async ({ id, hostUserId, purpose }) => {
      const [row] = await lightly((connection) => takeChallenge(connection, { id, hostUserId, purpose }))
      const challenge = row && readChallenge({ ...row, id, host_user_id: hostUserId, purpose })
      return isFor(challenge, purpose) ? challenge : undefined
    },
  }
}

export const dropExpiredChallenges = compileOnce((database, { expiredBefore }: { readonly expiredBefore: number }) =>
  database.deleteFrom('link_challenges').where('expires_at', '<', expiredBefore),
)

const takeChallenge = compileOnce(
  (database, { id, hostUserId, purpose }: Readonly<Record<'id' | 'hostUserId' | 'purpose', string>>) =>
    database
      .deleteFrom('link_challenges')
      .where('id', '=', id)
      .where('host_user_id', '=', hostUserId)
      .where('purpose', '=', purpose)
      .returning(['account_id', 'wallet_name', 'message', 'expires_at', ...lightCommit(database)]),
)

// The column takes no NULL, and a one-tap challenge has no account yet.
const noAccount = ''

function isFor<P extends Challenge['purpose']>(
  challenge: Challenge | undefined,
  purpose: P,
): challenge is Extract<Challenge, { purpose: P }> {
  return challenge?.purpose === purpose
}

/** Counted and written in one turn of the host user, so that requests at once cannot all find the last free place. */
async function putChallenge(
  database: Kysely<LinkTables>,
  challenge: Challenge,
  { openLimit, now, whenFull }: ChallengeBounds,
  inTurn: InTurn,
): ReturnType<LinkStore['putChallenge']> {
  const { hostUserId, purpose } = challenge
  const row = { ...formatChallenge(challenge), openLimit, now }
  // Mostly there is room.
  const [kept] = await inTurn(database, { hostUserIds: [hostUserId] }, insertWhereRoom(database, row))
  if (kept !== undefined) return { kept: true }
  return lockHostUser(database, hostUserId, async (transaction) => {
    const newest = await openChallenges(transaction, { hostUserId, purpose, now })
    const isFull = newest.length >= openLimit
    if (isFull && whenFull === 'refuse')
      return { kept: false, firstExpiresAt: Number(newest.at(-1)?.expires_at ?? now) }
    const dropped = isFull ? newest.slice(openLimit - 1).map(({ id }) => id) : []
    if (dropped.length > 0) {
      const ofHostUser = transaction.deleteFrom('link_challenges').where('host_user_id', '=', hostUserId)
      await ofHostUser.where('id', 'in', dropped).execute()
    }
    // Where there is room by now.
    await runQuery(transaction, insertWhereRoom(transaction, { ...row, openLimit: newest.length + 1 }))
    return { kept: true }
  })
}

/** Those of a host user for a purpose that have not expired, the newest first. */
const openChallenges = compileOnce((database, { hostUserId, purpose, now }: OpenKey) =>
  selectOpen(database, { hostUserId, purpose, now }).select(['id', 'expires_at']).orderBy('expires_at', 'desc'),
)

type OpenKey = { readonly hostUserId: string; readonly purpose: string; readonly now: number }

function selectOpen(database: Kysely<LinkTables>, { hostUserId, purpose, now }: OpenKey) {
  return database
    .selectFrom('link_challenges')
    .where('host_user_id', '=', hostUserId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
}

type NewChallenge = LinkTables['link_challenges'] & { readonly openLimit: number; readonly now: number }

/** Inserts nothing where the host user has as many open ones as they may have. */
const insertWhereRoom = bindOnce((database, row: NewChallenge) => {
  const { host_user_id: hostUserId, purpose, now, openLimit } = row
  const open = selectOpen(database, { hostUserId, purpose, now }).select(({ fn }) => fn.countAll().as('count'))
  return database
    .insertInto('link_challenges')
    .columns(challengeColumns)
    .expression(
      database
        .selectNoFrom(challengeColumns.map((column) => sql`${row[column]}`.as(column)))
        .where(sql<boolean>`${open} < ${openLimit}`),
    )
    .returning(['id', ...lightCommit(database)])
})

const challengeColumns = [
  'id',
  'host_user_id',
  'purpose',
  'account_id',
  'wallet_name',
  'message',
  'expires_at',
] as const satisfies readonly (keyof LinkTables['link_challenges'])[]

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

/** @throws LinkFailedError - the row was written by something else */
export function readChallenge(row: Selectable<LinkTables['link_challenges']>): Challenge {
  const { id, message, account_id: accountId } = row
  const issued = { id, hostUserId: row.host_user_id, message, expiresAt: Number(row.expires_at) }
  if (row.purpose === 'oneTap' && accountId === noAccount)
    return { ...issued, purpose: row.purpose, accountId: undefined, walletName: undefined }
  const { purpose } = row
  if ((purpose === 'unlink' || purpose === 'release' || purpose === 'signIn') && isAccountId(accountId))
    return { ...issued, purpose, accountId, walletName: undefined }
  if (row.purpose !== 'link' || !isAccountId(accountId))
    throw new LinkFailedError('The link store holds a challenge without account id.')
  return { ...issued, purpose: row.purpose, accountId, walletName: row.wallet_name ?? undefined }
}
