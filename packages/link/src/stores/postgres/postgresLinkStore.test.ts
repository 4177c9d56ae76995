import { nightLimit } from '@hawser/test-kit/night'
import { schemaNameOf } from '@hawser/test-kit/postgresSchema'
import { startPostgres, type TestPostgres } from '@hawser/test-kit/startPostgres'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHandoffHost } from '../../createHandoff.fixture.ts'
import { createTestWallet } from '../../createTestHost.fixture.ts'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { testPendingProofs } from '../../pendingProofs.conformance.ts'
import { testAuthority } from '../../records/authority.conformance.ts'
import { testHandoffs } from '../../records/handoff.conformance.ts'
import { testLinkChanges } from '../../records/linkChanges.conformance.ts'
import { testLinkedWalletStore } from '../../records/linkStore.conformance.ts'
import { goBackTo, putOldWallet } from '../schema/goBackTo.fixture.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { testSchema } from '../schema/schema.conformance.ts'
import { openPostgresLinkStore, type PostgresLinkStore } from './postgresLinkStore.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const row = {
  id: 'w',
  hostUserId: 'alice',
  namespace: 'eip155',
  address: '0xa',
  accountId: 'eip155:1:0xa',
  walletName: 'W',
  linkedAt: 1,
  proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: 'c' },
} as const
const challenge = {
  id: 'c',
  hostUserId: 'alice',
  purpose: 'link',
  accountId: 'eip155:1:0xa',
  walletName: undefined,
  message: 'text',
  expiresAt: 2,
} as const

let shared: Promise<string> | undefined
/** Opens a store in one shared, emptied schema: migrating a new schema takes longer than a test. */
const make = async () => {
  shared ??= postgres.newSchema()
  const url = await shared
  const store = await openPostgresLinkStore({ url })
  const tables = ['linked_wallets', 'link_challenges', 'link_events', 'link_handoffs', 'link_buckets']
  await postgres.query(`truncate ${tables.map((table) => `"${schemaNameOf(url)}".${table}`).join()}`)
  return store
}
testLinkedWalletStore('PostgreSQL', make)
testLinkChanges('PostgreSQL', make)
testPendingProofs('PostgreSQL', make)
testHandoffs('PostgreSQL', make)
testAuthority('PostgreSQL', make)
testSchema('PostgreSQL', async () => {
  const url = await postgres.newSchema()
  return () => openPostgresLinkStore({ url })
})

test.each([
  ['PATCH', '/wallets/%00', { label: 'x' }, 'not_found'],
  ['PATCH', '/wallets/a%00', { isPrimary: true }, 'not_found'],
  ['DELETE', '/wallets/%00a', undefined, 'not_found'],
  ['POST', '/wallets/%00/unlink', { purpose: 'unlink', challengeId: 'A'.repeat(24), signature: '0xab' }, 'not_found'],
  ['GET', '/handoffs/%00', undefined, 'handoff_unknown'],
  ['DELETE', '/handoffs/%00', undefined, 'handoff_unknown'],
  ['POST', '/handoffs/%00/renew', {}, 'handoff_unknown'],
  ['POST', '/handoffs/%00/finish', { digits: '000000' }, 'handoff_unknown'],
  ['POST', '/handoffs/%00/undo', {}, 'handoff_unknown'],
  ['GET', '/handoff/%00', undefined, 'handoff_unknown'],
  ['POST', '/handoff/%00/hop', { secret: 'x'.repeat(43) }, 'handoff_unknown'],
  ['POST', '/handoff/%00/no-wallet', { secret: 'x'.repeat(43) }, 'handoff_unknown'],
  ['POST', '/handoff/%00/claim', { secret: 'x'.repeat(43) }, 'handoff_unknown'],
  ['POST', '/handoff/%00/challenges', { purpose: 'link', accountId: row.accountId }, 'handoff_unknown'],
  [
    'POST',
    '/handoff/%00/proofs',
    { purpose: 'link', challengeId: 'A'.repeat(24), signature: '0xab' },
    'handoff_unknown',
  ],
  ['POST', '/handoff/%00/decline', {}, 'handoff_unknown'],
] as const)('%s %s: an id with a NUL is unknown, and no failure', async (method, path, body, code) => {
  const store = await make()
  const host = await createHandoffHost({ store, isLoginFactor: true, mayLink: async () => true })
  try {
    const headers = { authorization: `Handoff ${'x'.repeat(43)}` }
    const answer = await host.send(path, { method, user: 'alice', headers, ...(body && { body }) })
    expect(answer).toMatchObject({ status: 404, body: { code } })
    expect(host.failures).toEqual([])
  } finally {
    await store.stop()
  }
})

test('two nodes on one database: each sees the other’s claim, and of two claims none links', async () => {
  const url = await postgres.newSchema()
  const stores = await Promise.all([openPostgresLinkStore({ url }), openPostgresLinkStore({ url })])
  const [screen, phone] = await Promise.all(stores.map((store) => createHandoffHost({ store })))
  try {
    if (screen === undefined || phone === undefined) throw new Error('There are two.')
    const wallet = createTestWallet(1)
    const started = await screen.start()
    const waiting = screen.send(`/handoffs/${started.id}?after=1`, { user: 'alice' })
    const { grant } = await phone.claim(started)
    expect((await waiting).body).toMatchObject({ state: 'opened' })
    const { digits } = (await phone.sign(started.id, grant, wallet)).body as { digits: string }
    const finished = await Promise.all([screen.finish(started.id, digits), phone.finish(started.id, digits)])
    expect(finished.map(({ status }) => status).sort()).toEqual([201, 410])
    expect(await screen.link.linkedWallets('alice')).toHaveLength(1)

    const second = await screen.start('bob')
    const claims = await Promise.all(
      [screen, phone].map((node) => node.post(`/handoff/${second.id}/claim`, { body: { secret: second.secret } })),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await phone.status(second.id, 'bob')).toMatchObject({ state: 'elsewhere' })
  } finally {
    await Promise.all(stores.map((store) => store.stop()))
  }
})

describe('openPostgresLinkStore', () => {
  test('opened eight times at once, an empty schema gets its tables once', async () => {
    const url = await postgres.newSchema()
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresLinkStore({ url })))
    for (const store of stores) expect(await store.linkedWallets('alice')).toEqual([])
    await Promise.all(stores.map((store) => store.stop()))
  })

  test('a connection plans a link’s statements once, also after a new column', async () => {
    const store = await openPostgresLinkStore({ url: await postgres.newSchema(), connections: 1 })
    const planned = () =>
      sql<{ statement: string; customPlans: number }>`
        select statement, custom_plans as "customPlans" from pg_prepared_statements`.execute(store.database)
    const link = async (id: string) => {
      expect(await store.takeTokens({ key: id, perMs: 1, burst: 2, now: 1 })).toMatchObject({ allowed: true })
      await store.putChallenge({ ...challenge, id }, { openLimit: 9, now: 1, whenFull: 'refuse' })
      expect(await store.consumeChallenge({ ...challenge, id })).toEqual({ ...challenge, id })
      await store.putChallenge({ ...challenge, id }, { openLimit: 9, now: 1, whenFull: 'refuse', walletLimit: 99 })
      const token = { key: id, perMs: 1, burst: 2, now: 2 }
      expect(await store.consumeWithToken({ ...challenge, id, token })).toMatchObject({
        allowed: true,
        challenge: { ...challenge, id },
      })
      expect(await store.putLinkedWallet({ ...row, id, address: id, linkedAt: 2 })).toMatchObject({
        wallet: { id, linkedAt: 2 },
      })
    }
    try {
      await link('one')
      const { rows } = await planned()
      expect(rows.length).toBeGreaterThanOrEqual(7)
      for (const table of ['linked_wallets', 'link_challenges', 'link_events', 'link_buckets', 'link_locks'])
        await sql`alter table ${sql.ref(table)} add column added integer`.execute(store.database)
      // PostgreSQL makes five custom plans for a statement before it keeps a generic one.
      for (let index = 0; index < 9; index += 1) await link(`two ${index}`)
      expect((await planned()).rows).toHaveLength(rows.length)
      for (const { statement, customPlans } of (await planned()).rows)
        expect(Number(customPlans), statement).toBeLessThanOrEqual(5)
    } finally {
      await store.stop()
    }
  })

  test('a host app’s own transaction stays one from begin to end, also if it swallows errors', async () => {
    const { database, stop } = await openPostgresLinkStore({ url: await postgres.newSchema(), connections: 1 })
    const row = sql`insert into host_notes values (${'a'})`
    const rows = async () => (await sql`select * from host_notes`.execute(database)).rows
    try {
      await sql`create table host_notes (text text)`.execute(database)
      for (const wrong of [sql.raw('selec 1'), sql`select 1 / 0`, sql`select 1 / ${0}::integer`]) {
        const failing = database.transaction().execute(async (transaction) => {
          await wrong.execute(transaction).catch(() => undefined)
          await row.execute(transaction)
        })
        await expect(failing).rejects.toThrow('current transaction is aborted')
      }
      let left: Promise<unknown> | undefined
      const leaving = database.transaction().execute(async (transaction) => {
        left = row.execute(transaction).catch(() => undefined)
        throw new Error('no')
      })
      await expect(leaving).rejects.toThrow('no')
      await left
      expect(await rows()).toEqual([])
      await database.transaction().execute((transaction) => row.execute(transaction))
      await sql.raw("begin; insert into host_notes values ('b'); commit").execute(database)
      expect(await rows()).toEqual([{ text: 'a' }, { text: 'b' }])
    } finally {
      await stop()
    }
  })

  test('a refused store keeps no connection', async () => {
    const url = await postgres.newSchema()
    const connected = () => postgres.query("select 1 from pg_stat_activity where application_name = 'hawser-link'")
    await expect.poll(connected).toEqual([])
    const options = encodeURIComponent(`${new URL(url).searchParams.get('options')} -c synchronous_commit=off`)
    const refused = url.replace(/options=[^&]*/, `options=${options}`)
    await expect(openPostgresLinkStore({ url: refused })).rejects.toThrow('synchronous_commit')
    await expect.poll(connected).toEqual([])
  })

  test('a challenge, its consumption with a token, its link and a token are one message each', async () => {
    const store = await openPostgresLinkStore({ url: await postgres.newSchema(), connections: 1 })
    const messages = vi.spyOn(pg.Connection.prototype, 'sync')
    const countOf = async (run: () => Promise<unknown>) => {
      messages.mockClear()
      await run()
      return messages.mock.calls.length
    }
    const link = async (id: string) => [
      await countOf(() =>
        store.putChallenge({ ...challenge, id }, { openLimit: 9, now: 1, whenFull: 'refuse', walletLimit: 9 }),
      ),
      await countOf(() =>
        store.consumeWithToken({ ...challenge, id, token: { key: 'a', perMs: 1, burst: 9, now: 1 } }),
      ),
      await countOf(() => store.consumeChallenge({ ...challenge, id })),
      await countOf(() => store.putLinkedWallet({ ...row, id, address: id })),
      await countOf(() => store.takeTokens({ key: 'a', perMs: 1, burst: 9, now: 1 })),
    ]
    try {
      await link('one')
      expect(await link('two')).toEqual([1, 1, 1, 1, 1])
    } finally {
      messages.mockRestore()
      await store.stop()
    }
  })

  describe('a link waits for its turn', () => {
    /** Starts the link of `row` while a transaction of the host app (in `holder`) holds every lock and runs `meanwhile`. */
    async function linkAfter<T>(
      { store, holder }: Readonly<Record<'store' | 'holder', PostgresLinkStore>>,
      meanwhile: (transaction: Kysely<LinkTables>, putting: Promise<unknown>) => Promise<T>,
    ) {
      await holder.putLinkedWallet({ ...row, id: 'before', hostUserId: 'before', address: '0xbefore' })
      // This link prepares the statements.
      await store.putLinkedWallet({ ...row, id: 'ready', hostUserId: 'before', address: '0xready' })
      let putting: ReturnType<typeof store.putLinkedWallet> | undefined
      const result = await holder.database.transaction().execute(async (transaction) => {
        await sql`select id from link_locks for update`.execute(transaction)
        putting = store.putLinkedWallet(row)
        putting.catch(() => undefined)
        const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%link_locks%'"
        await expect.poll(async () => (await postgres.query(waiting)).length).toBe(1)
        return await meanwhile(transaction, putting)
      })
      return { result, putting }
    }

    async function withHolder(
      options: { readonly connections: number; readonly patienceMs?: number },
      run: (stores: Readonly<Record<'store' | 'holder', PostgresLinkStore>>) => Promise<void>,
    ) {
      const url = await postgres.newSchema()
      const store = await openPostgresLinkStore({ url, ...options })
      const holder = await openPostgresLinkStore({ url })
      try {
        await run({ store, holder })
      } finally {
        await Promise.all([store.stop(), holder.stop()])
      }
    }

    test('and sees the changes committed meanwhile, which no index shows', () =>
      withHolder({ connections: 1 }, async (stores) => {
        const { putting } = await linkAfter(stores, async (transaction) => {
          const key = await transaction.selectFrom('linked_wallets').selectAll().executeTakeFirstOrThrow()
          // A contract on one chain, while the link is of a key.
          const address = `eip155:1:${row.address}`
          const contract = { ...key, id: 'b', host_user_id: 'bob', bare_address: row.address, address }
          await transaction.insertInto('linked_wallets').values(contract).execute()
        })
        // The key outranks the contract: that link is released, and its user is notified.
        expect((await putting)?.released.map(({ id }) => id)).toEqual(['b'])
        expect(await stores.store.linkedWallets('bob')).toEqual([])
        expect(await stores.store.linkedWallets('alice')).toHaveLength(1)
      }))

    test('and gives up in time: writes nothing, and its connection stays in use', () =>
      withHolder({ connections: 1, patienceMs: 300 }, async (stores) => {
        const { store } = stores
        const pidOf = async () =>
          (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.database)).rows
        const { result } = await linkAfter(stores, async (_, putting) => {
          await expect(putting).rejects.toThrow('statement timeout')
          return await pidOf()
        })
        expect(await store.linkedWallets('alice')).toEqual([])
        expect(await store.history('alice', { before: undefined, limit: 9 })).toEqual([])
        expect(await store.putLinkedWallet(row)).toMatchObject({ wallet: { id: row.id } })
        expect(await pidOf()).toEqual(result)
      }))

    test('and is refused if the role’s transactions are no longer "read committed"', () =>
      withHolder({ connections: 1 }, async ({ store }) => {
        await store.putLinkedWallet({ ...row, id: 'before', address: '0xbefore' })
        await sql`set session characteristics as transaction isolation level repeatable read`.execute(store.database)
        await expect(store.putLinkedWallet(row)).rejects.toMatchObject({ code: '25001' })
        expect(await store.linkedWallets('alice')).toHaveLength(1)
        // Operations that start a transaction set its level themselves.
        expect(await store.renameLinkedWallet({ hostUserId: 'alice', id: 'before', at: 2, label: 'A' })).toMatchObject({
          label: 'A',
        })
      }))

    test('and is not confirmed within a transaction that someone left open', () =>
      withHolder({ connections: 1 }, async ({ store, holder }) => {
        await store.putLinkedWallet({ ...row, id: 'before', address: '0xbefore' })
        await sql.raw('begin').execute(store.database)
        await expect(store.putLinkedWallet(row)).rejects.toThrow('left open')
        expect(await store.putLinkedWallet(row)).toMatchObject({ wallet: { id: row.id } })
        expect(await holder.linkedWallets('alice')).toHaveLength(2)
      }))

    test('as long as the server does: once for its turn, and once for its writes', () =>
      // On a busy machine, each wait alone stays a second below the limit. Both together exceed it.
      withHolder({ connections: 1, patienceMs: 3_000 }, async (stores) => {
        const sleep = sql`create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(1.8); return new; end'`
        await sleep.execute(stores.holder.database)
        const { putting } = await linkAfter(stores, async (transaction) => {
          await sql`create trigger wait before insert on linked_wallets for each row execute function wait()`.execute(
            transaction,
          )
          await sql`select pg_sleep(1.8)`.execute(transaction)
        })
        expect(await putting).toMatchObject({ wallet: { id: row.id } })
      }))

    test('on a connection that ends meanwhile, which is not used again', () =>
      withHolder({ connections: 1 }, async (stores) => {
        const { store } = stores
        const { result } = await linkAfter(stores, async (_, putting) => {
          const next = store.takeTokens({ key: 'a', perMs: 1, burst: 9, now: 1 })
          await postgres.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%link_locks%'",
          )
          await expect(putting).rejects.toMatchObject({ code: '57P01' })
          return await next
        })
        expect(result).toMatchObject({ allowed: true })
        expect(await store.linkedWallets('alice')).toEqual([])
      }))

    test('and keeps nothing, not even its turn, if it cannot be written', async () => {
      const store = await openPostgresLinkStore({ url: await postgres.newSchema(), connections: 1 })
      try {
        await sql`alter table link_events add constraint none check (host_user_id <> 'alice')`.execute(store.database)
        for (let attempt = 0; attempt < 2; attempt += 1)
          await expect(store.putLinkedWallet(row)).rejects.toThrow('violates check constraint')
        expect(await store.linkedWallets('alice')).toEqual([])
        expect((await store.putLinkedWallet({ ...row, hostUserId: 'bob' }))?.wallet.hostUserId).toBe('bob')
        await sql`alter table link_events drop constraint none`.execute(store.database)
        expect((await store.putLinkedWallet({ ...row, address: '0xb', id: 'b' }))?.wallet.hostUserId).toBe('alice')
        expect(
          await postgres.query("select pid from pg_stat_activity where state like 'idle in transaction%'"),
        ).toEqual([])
      } finally {
        await store.stop()
      }
    })
  })

  test('only token buckets and challenges do without the disk', async () => {
    // These settings keep PostgreSQL from writing to the disk unless a commit waits for it.
    const slow = await startPostgres(['wal_writer_delay=10s', 'autovacuum=off', 'checkpoint_timeout=1h'])
    const store = await openPostgresLinkStore({ url: await slow.newSchema() })
    const isOnDisk = async (run: () => Promise<unknown>): Promise<boolean> => {
      const read = async (name: string) => {
        const [position] = await slow.query(`select pg_current_wal_${name}_lsn() - '0/0' as bytes`)
        return Number((position as { bytes: string }).bytes)
      }
      const before = await read('insert')
      await run()
      const [written, flushed] = [await read('insert'), await read('flush')]
      expect(written, String(run)).toBeGreaterThan(before)
      return flushed >= written
    }
    try {
      const { hostUserId } = row
      const key = { hostUserId, id: row.id, at: 1 }
      const bounds = { openLimit: 1, now: 1, whenFull: 'refuse' } as const
      const light = [
        () => store.takeTokens({ key: 'a', perMs: 1, burst: 2, now: 1 }),
        () => store.putChallenge(challenge, bounds),
        () => store.consumeChallenge(challenge),
      ]
      for (const run of light) expect(await isOnDisk(run), String(run)).toBe(false)
      const durable = [
        () => store.putLinkedWallet(row),
        () => store.renameLinkedWallet({ ...key, label: 'a' }),
        () => store.setPrimaryWallet(key),
        () => store.useLinkedWallet(key),
        () => store.setWalletStatus({ ...key, status: 'stale' }),
        () => store.reproveAll({ at: 1 }),
        () => store.removeLinkedWallet(key),
        () => store.releaseAddress({ ...row, at: 1 }),
        () => store.eraseHostUser(hostUserId),
      ]
      // Each runs on a connection that made a light write before.
      for (const run of durable) {
        await store.takeTokens({ key: 'b', perMs: 1, burst: 2, now: 1 })
        expect(await isOnDisk(run), String(run)).toBe(true)
      }
    } finally {
      await store.stop()
      await slow.stop()
    }
  })

  test('a role that may not create tables opens a store that has them', async () => {
    const url = await postgres.newSchema()
    await (await openPostgresLinkStore({ url })).stop()
    const schema = schemaNameOf(url)
    await postgres.query(`create role guest_${schema} login`)
    await postgres.query(`grant usage on schema ${schema} to guest_${schema}`)
    await postgres.query(`grant select, insert, update, delete on all tables in schema ${schema} to guest_${schema}`)
    const store = await openPostgresLinkStore({ url: url.replace('hawser@', `guest_${schema}@`) })
    expect(await store.eraseHostUser('alice')).toEqual({ wallets: 0, challenges: 0, events: 0 })
    await store.stop()
  })

  test.each(['synchronous_commit', 'fsync'])('refuses a server that may lose confirmed data: %s off', async (name) => {
    const unsafe = name === 'fsync' ? await startPostgres(['fsync=off']) : postgres
    try {
      const url = await unsafe.newSchema()
      const open = () => openPostgresLinkStore({ url: name === 'fsync' ? url : `${url}%20-c%20${name}%3Doff` })
      await expect(open()).rejects.toThrow(LinkStoreUnavailableError)
      await expect(open()).rejects.toThrow(/may lose links/)
    } finally {
      if (unsafe !== postgres) await unsafe.stop()
    }
  })

  test.each(['serializable', 'repeatable%5C%20read'])('refuses a role whose statements are %s', async (level) => {
    const url = `${await postgres.newSchema()}%20-c%20default_transaction_isolation%3D${level}`
    await expect(openPostgresLinkStore({ url })).rejects.toThrow(/"read committed"/)
  })

  test('upgrades an older store, even if another schema now comes first', async () => {
    const url = await postgres.newSchema()
    const before = await openPostgresLinkStore({ url })
    await goBackTo(before.database, 3)
    await putOldWallet(before.database, row)
    await before.stop()
    const schema = schemaNameOf(url)
    await postgres.query(`create schema before_${schema}`)
    const store = await openPostgresLinkStore({ url: url.replace(schema, `before_${schema},${schema}`) })
    expect(await store.linkedWallets(row.hostUserId)).toMatchObject([{ id: row.id }])
    await store.stop()
  })

  test('a server that hangs: each call is refused in time, and later ones are answered', async () => {
    const hanging = await startPostgres()
    const store = await openPostgresLinkStore({ url: await hanging.newSchema(), patienceMs: 500, connections: 2 })
    try {
      await Promise.all([store.linkedWallets('alice'), store.linkedWallets('bob')])
      hanging.pause()
      const startedAt = performance.now()
      const calls = Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0 ? store.linkedWallets('alice') : store.eraseHostUser('alice'),
      )
      const answers = await Promise.allSettled(calls)
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'))
      // Two of them wait for an answer, the others for a connection.
      expect(performance.now() - startedAt).toBeLessThan(nightLimit(5_000))
      hanging.resume()
      expect(await store.linkedWallets('alice')).toEqual([])
    } finally {
      hanging.resume()
      await store.stop()
      await hanging.stop()
    }
  })

  test('T-57: waiting for an upgrade of the tables may take longer than a request', async () => {
    const url = await postgres.newSchema()
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const waiters = async () => {
      const { rows } = await other.query(
        `select 1 from pg_stat_activity where wait_event = 'advisory' and query_start < now() - interval '1 second'`,
      )
      return rows.length
    }
    try {
      await other.query('select pg_advisory_lock(1751217011, 1)')
      const opening = openPostgresLinkStore({ url, patienceMs: 300 })
      opening.catch(() => undefined)
      // By now a usual statement would have timed out, on the server and in the client.
      await expect.poll(waiters, { timeout: 20_000 }).toBe(1)
      await other.query('select pg_advisory_unlock(1751217011, 1)')
      const store = await opening
      expect(await store.linkedWallets('alice')).toEqual([])
      await store.stop()
    } finally {
      await other.end()
    }
  })

  test('reports a missing server without its address', async () => {
    const url = 'postgresql://hawser:password@127.0.0.1:1/link'
    const error = await openPostgresLinkStore({ url }).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(LinkStoreUnavailableError)
    expect(String(error)).not.toContain('password')
  })
})
