import { type Kysely, sql } from 'kysely'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../../errors.ts'
import type { LinkTables } from './linkTables.ts'
import { createTables } from './step1.ts'
import { addProofs } from './step2.ts'
import { addReceipts } from './step3.ts'
import { gatherShortLived } from './step4.ts'
import { addHandoffs } from './step5.ts'

/** Step n migrates the tables from version n to n + 1. A released step never changes. */
export const steps: readonly ((database: Kysely<LinkTables>) => Promise<void>)[] = [
  createTables,
  addProofs,
  addReceipts,
  gatherShortLived,
  addHandoffs,
]

/** The version of the tables that this package reads and writes. */
export const schemaVersion = steps.length

/** Receives the number of a step of a migration before it runs, and the number of all steps. */
export type OnStep = (step: number, count: number) => void

/**
 * Creates the tables, or migrates those of an older version to this one.
 * @param options - `lockSchema`: keeps other processes from migrating at the same time. Without it the first write does.
 * `upgrade`: false if nothing may be created or changed. `onStep`: receives each step before it runs.
 * @throws LinkStoreNewerError - a newer version wrote the tables: an older one could drop data that it does not know.
 * @throws LinkStoreOlderError, LinkStoreUnavailableError - with `upgrade: false`, the tables are older or missing
 */
export async function migrate(
  database: Kysely<LinkTables>,
  {
    lockSchema,
    upgrade = true,
    onStep = () => {},
  }: {
    readonly lockSchema?: (transaction: Kysely<LinkTables>) => Promise<void>
    readonly upgrade?: boolean
    readonly onStep?: OnStep | undefined
  } = {},
): Promise<void> {
  const found = await readVersionIfAny(database)
  if (found === schemaVersion) return
  if (!upgrade) {
    if (found === undefined) throw new LinkStoreUnavailableError('There is no link store in this database.')
    throw new LinkStoreOlderError(
      `The link store has schema version ${found}, this version of @hawser/link ${schemaVersion}. Servers that run the older version could not write to it any more.`,
    )
  }
  // An existing version table is not created again: a new one could precede it in another schema of the search path.
  const isNew = found === undefined
  if (isNew && lockSchema === undefined) await createVersion(database)
  await database.transaction().execute(async (transaction) => {
    if (lockSchema !== undefined) {
      await lockSchema(transaction)
      if (isNew) await createVersion(transaction)
    }
    // The first statement is a write, which takes the lock. Of two processes that start at once, the second sees the first
    // one's tables.
    await transaction.updateTable('link_schema').set({ version: sql`version` }).execute()
    const version = await readVersion(transaction)
    for (const [index, step] of steps.entries()) {
      if (index < version) continue
      onStep(index + 1, schemaVersion)
      await step(transaction)
    }
    await transaction.updateTable('link_schema').set({ version: schemaVersion }).execute()
  })
}

/** Returns undefined without readable tables: the next step reports the reason. */
async function readVersionIfAny(database: Kysely<LinkTables>): Promise<number | undefined> {
  try {
    return await readVersion(database)
  } catch (error) {
    if (error instanceof LinkStoreNewerError) throw error
    return undefined
  }
}

async function createVersion(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_schema')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await database
    .insertInto('link_schema')
    .values({ id: 1, version: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function readVersion(database: Kysely<LinkTables>): Promise<number> {
  const { version } = await database.selectFrom('link_schema').select('version').executeTakeFirstOrThrow()
  if (version > schemaVersion) {
    throw new LinkStoreNewerError(
      `The link store has schema version ${version}, this version of @hawser/link knows ${schemaVersion}. Run the newer version again.`,
    )
  }
  return version
}
