import { isAccountId } from '@hawser/wire'
import { type Kysely, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'
import { LinkFailedError } from '../../errors.ts'
import type { Challenge } from '../../records/challenge.ts'
import type { ChallengeBounds, LinkStore } from '../../records/linkStore.ts'
import { isPostgres } from '../schema/isPostgres.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import {
  advanceBucket,
  type BucketUpdate,
  retryAfterMsOf,
  type TokenRequest,
  takeTokens,
  toBucketUpdate,
} from './buckets.ts'
import { bindOnce, compileOnce, runQuery } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'
import { lockHostUser, type RunLocked } from './locks.ts'
import type { Write } from './writes.ts'

/**
 * The challenges of `LinkStore`. They are written `lightly`: the outcome of an answer (a link, or its end) is a later write
 * that also takes the challenge writes to the disk.
 */
export function challengesOf(
  lightly: Write,
  inTurn: RunLocked,
): Pick<LinkStore, 'putChallenge' | 'consumeChallenge' | 'consumeWithToken'> {
  return {
    putChallenge: (challenge, bounds) => lightly((connection) => putChallenge(connection, challenge, bounds, inTurn)),
    consumeChallenge: async ({ id, hostUserId, purpose }) => {
      const [row] = await lightly((connection) => takeChallenge(connection, { id, hostUserId, purpose }))
      return readTaken(row, { id, hostUserId, purpose })
    },
    consumeWithToken: async ({ id, hostUserId, purpose, token }) => {
      const key = { id, hostUserId, purpose }
      const { row, ...answer } = await lightly((connection) => takeWithToken(connection, key, token))
      return { ...answer, challenge: readTaken(row, key) }
    },
  }
}

export const dropExpiredChallenges = compileOnce((database, { expiredBefore }: { readonly expiredBefore: number }) =>
  database.deleteFrom('link_challenges').where('expires_at', '<', expiredBefore),
)

type ChallengeKey = Readonly<Record<'id' | 'hostUserId' | 'purpose', string>>

const takenColumns = ['account_id', 'wallet_name', 'message', 'expires_at'] as const

const takeChallenge = compileOnce((database, key: ChallengeKey) =>
  deleteChallenge(database, key).returning([...takenColumns, ...lightCommit(database)]),
)

function deleteChallenge(database: QueryCreator<LinkTables>, { id, hostUserId, purpose }: ChallengeKey) {
  return database
    .deleteFrom('link_challenges')
    .where('id', '=', id)
    .where('host_user_id', '=', hostUserId)
    .where('purpose', '=', purpose)
}

type TakenRow = Pick<Selectable<LinkTables['link_challenges']>, (typeof takenColumns)[number]>

function readTaken<P extends Challenge['purpose']>(
  row: TakenRow | undefined,
  { id, hostUserId, purpose }: { readonly id: string; readonly hostUserId: string; readonly purpose: P },
): Extract<Challenge, { purpose: P }> | undefined {
  const challenge = row && readChallenge({ ...row, id, host_user_id: hostUserId, purpose })
  return isFor(challenge, purpose) ? challenge : undefined
}

/**
 * Takes a token and a challenge, in one statement on PostgreSQL. A SQLite statement changes one table only, and a second one
 * costs no network message there.
 */
async function takeWithToken(
  database: Kysely<LinkTables>,
  key: ChallengeKey,
  token: TokenRequest,
): Promise<Awaited<ReturnType<LinkStore['takeTokens']>> & { readonly row: TakenRow | undefined }> {
  if (!isPostgres(database)) {
    const answer = await takeTokens(database, token)
    const [row] = answer.allowed ? await takeChallenge(database, key) : []
    return { ...answer, row }
  }
  const move = toBucketUpdate(token)
  const [taken] = await takeBoth(database, { ...move, ...key })
  if (taken === undefined) return { allowed: false, retryAfterMs: await retryAfterMsOf(database, move), row: undefined }
  const { account_id, wallet_name, message, expires_at } = taken
  const isThere = account_id !== null && message !== null && expires_at !== null
  return { allowed: true, retryAfterMs: 0, row: isThere ? { account_id, wallet_name, message, expires_at } : undefined }
}

/** Returns a row if the bucket had a token, with the columns of the challenge if it exists. */
const takeBoth = compileOnce((database, values: BucketUpdate & ChallengeKey) =>
  database
    .with('moved', (query) => advanceBucket(query, values).returning('full_at'))
    .with('taken', (query) =>
      deleteChallenge(query, values)
        .where(({ exists }) => exists(query.selectFrom('moved').select('full_at')))
        .returning(takenColumns),
    )
    .selectFrom('moved')
    .leftJoin('taken', (join) => join.onTrue())
    .select([...takenColumns, ...lightCommit(database)]),
)

// The column is NOT NULL, and a one-tap challenge has no account yet.
const noAccount = ''

function isFor<P extends Challenge['purpose']>(
  challenge: Challenge | undefined,
  purpose: P,
): challenge is Extract<Challenge, { purpose: P }> {
  return challenge?.purpose === purpose
}

/** Counts and writes in one turn of the host user, so that concurrent requests cannot all take the last free place. */
async function putChallenge(
  database: Kysely<LinkTables>,
  challenge: Challenge,
  { openLimit, now, whenFull, walletLimit }: ChallengeBounds,
  inTurn: RunLocked,
): ReturnType<LinkStore['putChallenge']> {
  const { hostUserId, purpose } = challenge
  const row = { ...formatChallenge(challenge), openLimit, now }
  const lastPlace = walletLimit === undefined ? undefined : walletLimit - 1
  const insert =
    lastPlace === undefined ? insertWhereRoom(database, row) : insertWherePlace(database, { ...row, lastPlace })
  // Usually there is room.
  const [kept] = await inTurn(database, { hostUserIds: [hostUserId] }, insert)
  if (kept !== undefined) return { kept: true }
  return lockHostUser(database, hostUserId, async (transaction) => {
    if (lastPlace !== undefined && (await lastWallets(transaction, { hostUserId, lastPlace })).length > 0)
      return { kept: false, full: 'wallets' }
    const newest = await openChallenges(transaction, { hostUserId, purpose, now })
    const isFull = newest.length >= openLimit
    if (isFull && whenFull === 'refuse')
      return { kept: false, full: 'challenges', firstExpiresAt: Number(newest.at(-1)?.expires_at ?? now) }
    const dropped = isFull ? newest.slice(openLimit - 1).map(({ id }) => id) : []
    if (dropped.length > 0) {
      const ofHostUser = transaction.deleteFrom('link_challenges').where('host_user_id', '=', hostUserId)
      await ofHostUser.where('id', 'in', dropped).execute()
    }
    // The limit allows this insert, because room was made above or appeared meanwhile.
    await runQuery(transaction, insertWhereRoom(transaction, { ...row, openLimit: newest.length + 1 }))
    return { kept: true }
  })
}

/** Selects the unexpired challenges of a host user for a purpose, the newest first. */
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

/** Inserts nothing if the host user has reached the limit of open challenges. */
const insertWhereRoom = bindOnce((database, row: NewChallenge) =>
  insertChallenge(database, row, hasRoom(database, row)),
)

/** Inserts nothing if the host user has reached the limit of open challenges or of linked wallets. */
const insertWherePlace = bindOnce((database, row: NewChallenge & Pick<WalletPlace, 'lastPlace'>) => {
  const lastWallet = selectLastWallet(database, { hostUserId: row.host_user_id, lastPlace: row.lastPlace })
  return insertChallenge(database, row, sql<boolean>`${hasRoom(database, row)} and ${lastWallet} is null`)
})

function hasRoom(database: Kysely<LinkTables>, { host_user_id: hostUserId, purpose, now, openLimit }: NewChallenge) {
  const open = selectOpen(database, { hostUserId, purpose, now }).select(({ fn }) => fn.countAll().as('count'))
  return sql<boolean>`${open} < ${openLimit}`
}

function insertChallenge(database: Kysely<LinkTables>, row: NewChallenge, isFree: RawBuilder<boolean>) {
  return database
    .insertInto('link_challenges')
    .columns(challengeColumns)
    .expression(database.selectNoFrom(challengeColumns.map((column) => sql`${row[column]}`.as(column))).where(isFree))
    .returning(['id', ...lightCommit(database)])
}

type WalletPlace = { readonly hostUserId: string; readonly lastPlace: number }

/**
 * Selects the host user's wallet at this place, counted from 0. The query reads only an index up to there, and no wallet row.
 */
function selectLastWallet(database: Kysely<LinkTables>, { hostUserId, lastPlace }: WalletPlace) {
  const wallets = database.selectFrom('linked_wallets').where('host_user_id', '=', hostUserId)
  return wallets.select('host_user_id').limit(1).offset(lastPlace)
}

const lastWallets = compileOnce(selectLastWallet)

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

/** @throws LinkFailedError - the row was not written by this store */
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
