import { type Kysely, sql } from 'kysely'
import { HostDataNewerError } from '../errors.ts'

/** The host app's own tables in its data file. Times are epoch milliseconds. */
export type HostTables = {
  host_schema: { id: number; version: number }
  visitor_sessions: {
    /** SHA-256 of the token, in hex: who reads the file cannot become a visitor. */
    token_hash: string
    /** What the session is revoked by. Says nothing of the token. */
    id: string
    visitor_id: string
    label: string
    browser: string | null
    system: string | null
    created_at: number
    seen_at: number
    ended_at: number | null
    /** `visit`, `password` or `wallet`. Null: began before it was noted. */
    begun_by: string | null
    /** The token before this one, good still until that time: `rotate` of visitorSessions.ts. */
    previous_hash: string | null
    previous_until: number | null
    /** What this token was made of together with the one before, in hex. */
    rotated_with: string | null
  }
  accounts: {
    /** The visitor's id from before they signed up: what they linked is theirs still. */
    visitor_id: string
    name: string
    /** The name in one case: unique. */
    name_key: string
    /** What the name looks like. Null of accounts from before that was asked. */
    look_key: string | null
    label: string
    password_hash: string
    created_at: number
  }
}

/** Step n brings the tables from version n to n + 1. A step that was released is never changed. */
const steps: readonly ((database: Kysely<HostTables>) => Promise<void>)[] = [createTables, addRotation, addLookKeys]

/**
 * Creates the tables, or brings those of an older version up to this one.
 * @throws HostDataNewerError
 */
export async function migrateHost(database: Kysely<HostTables>): Promise<void> {
  await database.schema
    .createTable('host_schema')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await database
    .insertInto('host_schema')
    .values({ id: 1, version: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await database.transaction().execute(async (transaction) => {
    // A write first: it takes the lock, so that of two processes starting at once the second sees the first one's tables.
    await transaction.updateTable('host_schema').set({ version: sql`version` }).execute()
    const { version } = await transaction.selectFrom('host_schema').select('version').executeTakeFirstOrThrow()
    if (version > steps.length) {
      throw new HostDataNewerError(
        `The data file has version ${version}, this host app knows ${steps.length}. Run the newer version again.`,
      )
    }
    for (const step of steps.slice(version)) await step(transaction)
    await transaction.updateTable('host_schema').set({ version: steps.length }).execute()
  })
}

async function createTables(database: Kysely<HostTables>): Promise<void> {
  // A file from before there were accounts knows anonymous sessions, and no version: they go on.
  const older = await sql`select 1 from sqlite_master where type = 'table' and name = 'visitor_sessions'`.execute(
    database,
  )
  const isOlder = older.rows.length > 0
  if (isOlder) await sql`alter table visitor_sessions rename to visitor_sessions_0`.execute(database)
  await database.schema
    .createTable('visitor_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('visitor_id', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('browser', 'text')
    .addColumn('system', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await database.schema
    .createIndex('visitor_sessions_by_visitor')
    .on('visitor_sessions')
    .columns(['visitor_id', 'seen_at'])
    .execute()
  await database.schema
    .createTable('accounts')
    .addColumn('visitor_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  if (!isOlder) return
  await sql`
    insert into visitor_sessions (token_hash, id, visitor_id, label, created_at, seen_at)
    select token_hash, lower(hex(randomblob(16))), visitor_id, label, created_at, seen_at from visitor_sessions_0
  `.execute(database)
  await sql`drop table visitor_sessions_0`.execute(database)
}

/** Step 2: how a session began, and the token it had before. Those that go on began in a way nobody knows. */
async function addRotation(database: Kysely<HostTables>): Promise<void> {
  for (const name of ['begun_by', 'previous_hash', 'rotated_with'])
    await database.schema.alterTable('visitor_sessions').addColumn(name, 'text').execute()
  await database.schema.alterTable('visitor_sessions').addColumn('previous_until', 'integer').execute()
  await database.schema
    .createIndex('visitor_sessions_by_previous')
    .on('visitor_sessions')
    .column('previous_hash')
    .execute()
}

/** Step 3: what names look like, so that no two accounts have names that read as one. */
async function addLookKeys(database: Kysely<HostTables>): Promise<void> {
  await database.schema.alterTable('accounts').addColumn('look_key', 'text').execute()
  await database.schema.createIndex('accounts_by_look').on('accounts').column('look_key').unique().execute()
}
