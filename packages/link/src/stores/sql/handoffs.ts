import { asInteger, asObject, asString, asStrings, field } from '@hawser/wire/internal'
import type { Kysely, Selectable } from 'kysely'
import { LinkFailedError } from '../../errors.ts'
import type { EarlierSecret, Handoff } from '../../records/handoff.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import { isPostgres } from '../schema/isPostgres.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { lockAddressOwners } from './addressOwners.ts'
import { compileOnce } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'
import { putAmongOwners } from './putWallet.ts'
import type { Writes } from './writes.ts'

/**
 * The handoffs of `LinkStore`. Steps before the link are written `lightly`: a visitor who loses one starts again. The link and
 * the end of its handoff are one transaction.
 */
export function handoffsOf(
  database: Kysely<LinkTables>,
  { lightly, durably }: Writes,
): Pick<LinkStore, 'putHandoff' | 'handoff' | 'changeHandoff' | 'finishHandoff'> {
  return {
    putHandoff: async (handoff) => {
      await lightly((connection) => upsertHandoff(connection, formatHandoff(handoff)))
    },
    handoff: async (id) => {
      const [row] = await selectHandoff(database, { id })
      return row && readHandoff(row)
    },
    changeHandoff: async (handoff) =>
      (await lightly((connection) => updateHandoff(connection, formatHandoff(handoff)))).length > 0,
    finishHandoff: ({ handoff, wallet, linked }) =>
      durably((connection) =>
        lockAddressOwners(connection, wallet, async (transaction, others) => {
          const { id, version } = handoff
          const query = transaction.selectFrom('link_handoffs').select('version').where('id', '=', id)
          // The row lock makes a second claim wait until the link is stored, and the claim is then too late.
          const [row] = await (isPostgres(transaction) ? query.forUpdate() : query).execute()
          if (row?.version !== version) return 'changed'
          const put = await putAmongOwners(transaction, others, { ...wallet, via: 'handoff' })
          if (put === undefined) return 'taken'
          await updateHandoff(transaction, formatHandoff(linked(put)))
          return put
        }),
      ),
  }
}

export const dropExpiredHandoffs = compileOnce((database, { expiredBefore }: { readonly expiredBefore: number }) =>
  database.deleteFrom('link_handoffs').where('expires_at', '<', expiredBefore),
)

type HandoffRow = LinkTables['link_handoffs']
const handoffColumns = ['host_user_id', 'session_key', 'id', 'version', 'record', 'expires_at'] as const

/** One statement, so that the later of two handoffs that a session starts at once replaces the earlier one. */
const upsertHandoff = compileOnce(
  (database, { host_user_id, session_key, id, version, record, expires_at }: HandoffRow) =>
    database
      .insertInto('link_handoffs')
      .values({ host_user_id, session_key, id, version, record, expires_at })
      .onConflict((conflict) =>
        conflict.columns(['host_user_id', 'session_key']).doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          version: ref('excluded.version'),
          record: ref('excluded.record'),
          expires_at: ref('excluded.expires_at'),
        })),
      )
      .returning(['id', ...lightCommit(database)]),
)

const selectHandoff = compileOnce((database, { id }: { readonly id: string }) =>
  database.selectFrom('link_handoffs').select(handoffColumns).where('id', '=', id),
)

/** Updates only the previous version. Without `lightCommit`, because it is also the last statement of a link. */
const updateHandoff = compileOnce((database, { id, version, record, expires_at, before }: HandoffRow & Before) =>
  database
    .updateTable('link_handoffs')
    .set({ version, record, expires_at })
    .where('id', '=', id)
    .where('version', '=', before)
    .returning('id'),
)

type Before = { readonly before: number }

function formatHandoff(handoff: Handoff): HandoffRow & Before {
  const { id, hostUserId, sessionKey, version, stage, ...rest } = handoff
  return {
    host_user_id: hostUserId,
    session_key: sessionKey,
    id,
    version,
    record: JSON.stringify({ ...rest, stage }),
    expires_at: stage.expiresAt,
    before: version - 1,
  }
}

const stages = ['waiting', 'opened', 'proven', 'linked', 'refused', 'expired', 'elsewhere']

/** @throws LinkFailedError - the row was not written by this store */
export function readHandoff(row: Selectable<HandoffRow>): Handoff {
  const record = readRecord(row.record)
  const label = asString(field(record, 'label'), 4_096)
  const namespaces = asStrings(field(record, 'namespaces'), 8, 8)
  const secretHash = asString(field(record, 'secretHash'), 64)
  const rotatedHashes = asStrings(field(record, 'rotatedHashes'), 100, 64)
  const earlierSecrets = readEarlierSecrets(field(record, 'earlierSecrets'))
  const stage = asObject(field(record, 'stage')) ?? {}
  const state = asString(field(stage, 'state'), 16)
  const isKnown = state !== undefined && stages.includes(state)
  const expiresAt = asInteger(field(stage, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  if (label === undefined || !namespaces || secretHash === undefined || !rotatedHashes || !isKnown || !expiresAt)
    throw new LinkFailedError('The link store holds a malformed handoff.')
  return {
    id: row.id,
    hostUserId: row.host_user_id,
    sessionKey: row.session_key,
    version: Number(row.version),
    label,
    namespaces,
    secretHash,
    earlierSecrets,
    rotatedHashes,
    isWithoutWallet: field(record, 'isWithoutWallet') === true,
    grantHash: asString(field(record, 'grantHash'), 64),
    // `formatHandoff` wrote the stage, so its state determines its fields.
    stage: stage as Handoff['stage'],
  }
}

function readEarlierSecrets(value: unknown): readonly EarlierSecret[] {
  return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const hash = asString(field(asObject(each) ?? {}, 'hash'), 64)
    const expiresAt = asInteger(field(asObject(each) ?? {}, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
    return hash === undefined || expiresAt === undefined ? [] : [{ hash, expiresAt }]
  })
}

function readRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}
