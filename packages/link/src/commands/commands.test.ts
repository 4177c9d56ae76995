import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandWorld } from '@hawser/command'
import { schemaNameOf } from '@hawser/test-kit/postgresSchema'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { describe, expect, test } from 'vitest'
import { linkCommand } from '../command.ts'
import { now, walletOf } from '../records/linkRows.fixture.ts'
import { goBackTo } from '../stores/schema/goBackTo.fixture.ts'
import { schemaVersion } from '../stores/schema/migrate.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import { openAnyStore } from '../stores/storeChild.fixture.ts'

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  own: Partial<CommandWorld> = {},
) {
  let stdout = ''
  let stderr = ''
  const world: CommandWorld = {
    write: (text) => {
      stdout += text
    },
    fail: (text) => {
      stderr += text
    },
    announce: () => {},
    now: () => now + 1,
    randomBytes: (length) => new Uint8Array(length),
    fetch: () => Promise.reject(new Error('no network in this test')),
    environment,
    onStop: () => {},
    columns: undefined,
    version: () => '1.2.3',
    ...own,
  }
  return { code: await linkCommand.run(args, world, 'hawser link'), stdout, stderr }
}
/** Returns the parsed output of a successful command. */
async function told(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { code, stdout, stderr } = await run(args, environment)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}
const filled = async (target: string) => {
  const store = await openAnyStore(target)
  await store.putLinkedWallet(walletOf('a', { address: '0xa' }))
  await store.putLinkedWallet(walletOf('b', { address: '0xb', hostUserId: 'bob' }))
  return store
}

describe('hawser link: misunderstood input', () => {
  test.each([
    [['erase'], /--user is missing/],
    [['erase', '--user', ''], /--user must be not empty/],
    [['erase', 'alice'], /1 word is too many/],
    [['erase', '--user', 'alice', '--user-id', 'x'], /--user-id is not an option/],
    [['export', '--user', 'alice', '--method', 'eip191'], /--method is not an option/],
    [['drop', '--user', 'alice'], /There is no such command/],
    [['reprove-all', '--user', 'alice'], /--user is not an option/],
    [['reprove-all', '--method', 'eip4361'], /--method must be one or more of eip191/],
    [['export', '--user', 'a', 'postgresql://u:canary@host/db'], /1 word is too many/],
    [['postgresql://u:canary@host/db'], /There is no such command/],
    [['export', '--user', 'alice'], /HAWSER_LINK_POSTGRES_URL/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('canary')
  })
})

describe('hawser link', () => {
  test('exports and erases one host user of a SQLite file', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const store = await filled(file)
    const alice = await store.exportHostUser('alice')
    const bob = await store.exportHostUser('bob')
    await store.stop()
    const ask = (type: 'export' | 'erase', hostUserId: string) => told([type, '--user', hostUserId, '--file', file])
    // Compared in JSON, which omits undefined fields.
    expect(await ask('export', 'alice')).toEqual(JSON.parse(JSON.stringify(alice)))
    expect(alice.wallets).toHaveLength(1)
    expect(await ask('erase', 'alice')).toEqual({ wallets: 1, challenges: 0, events: 1 })
    expect(await ask('export', 'alice')).toEqual({
      hostUserId: 'alice',
      wallets: [],
      challenges: [],
      events: [],
      handoffs: [],
    })
    expect(await ask('export', 'bob')).toEqual(JSON.parse(JSON.stringify(bob)))
  })

  test('T-57: marks all wallets of a PostgreSQL store for a new proof', async () => {
    const postgresUrl = await sharedPostgres().newSchema()
    const store = await filled(postgresUrl)
    const environment = { HAWSER_LINK_POSTGRES_URL: postgresUrl }
    expect(await told(['reprove-all', '--method', 'eip1271,eip6492'], environment)).toEqual({ marked: 0 })
    expect(await told(['reprove-all'], environment)).toEqual({ marked: 2 })
    expect(await told(['reprove-all'], environment)).toEqual({ marked: 0 })
    expect(await store.linkedWallets('alice')).toMatchObject([{ status: 're-prove' }])
    const [event] = await store.history('bob', { before: undefined, limit: 1 })
    expect(event).toMatchObject({ type: 'must-re-prove', at: now + 1 })
    await store.stop()
  })

  test('leaves an older store unchanged, but for migrate', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const store = await openSqliteLinkStore({ file })
    await goBackTo(store.database, 2)
    const version = async () => (await store.database.selectFrom('link_schema').select('version').execute())[0]?.version
    expect(await run(['export', '--user', 'alice', '--file', file])).toMatchObject({ code: 1, stdout: '' })
    expect(await version()).toBe(2)
    expect((await run(['migrate', '--file', file])).code).toBe(0)
    expect(await version()).toBe(schemaVersion)
    expect(await told(['migrate', '--file', file])).toEqual({ version: schemaVersion })
    expect(await told(['export', '--user', 'alice', '--file', file])).toMatchObject({ hostUserId: 'alice' })
    await store.stop()
  })

  test.each([
    ['in a pipe, as plain lines', undefined, '', '\n'],
    ['on a terminal, in one line that is rewritten and goes away', 80, '\r\u001B[K', ''],
  ])('migrate shows its steps %s', async (_, columns, before, after) => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const store = await openSqliteLinkStore({ file })
    await goBackTo(store.database, 2)
    const { code, stderr } = await run(['migrate', '--file', file], {}, { columns })
    const lines = Array.from({ length: schemaVersion - 2 }, (_, index) => {
      return `${before}migration step: ${index + 3} of ${schemaVersion}${after}`
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: lines.join('') + before })
    await store.stop()
  })

  test('does not create tables in a database without a link store', async () => {
    const postgresUrl = await sharedPostgres().newSchema()
    const erase = await run(['erase', '--user', 'alice'], { HAWSER_LINK_POSTGRES_URL: postgresUrl })
    expect(erase).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^hawser link erase: There is no link store/),
    })
    const tables = `select 1 from pg_tables where schemaname = '${schemaNameOf(postgresUrl)}'`
    expect(await sharedPostgres().query(tables)).toEqual([])
  })

  test('does not create a missing file', async () => {
    const file = join(temporaryFolder(), 'mistyped.sqlite')
    for (const command of ['erase', 'export']) {
      const { code, stderr } = await run([command, '--user', 'alice', '--file', file])
      expect(code).toBe(1)
      expect(stderr).toMatch(/There is no link store/)
    }
    expect((await run(['migrate', '--file', file])).code).toBe(1)
    expect(existsSync(file)).toBe(false)
  })

  test('--help names every command, in lines of 100 columns', async () => {
    const { stdout } = await run(['--help'])
    for (const word of ['migrate', 'export', 'erase', 'reprove-all']) expect(stdout).toContain(`\n  ${word} `)
    const helps = await Promise.all(['migrate', 'export', 'erase', 'reprove-all'].map((name) => run([name, '--help'])))
    for (const line of helps.flatMap((help) => help.stdout.split('\n'))) expect(line.length).toBeLessThanOrEqual(100)
    expect((await run(['--version'])).stdout).toBe('1.2.3\n')
  })
})
