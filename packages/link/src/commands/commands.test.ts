import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { schemaNameOf } from '@hawser/test-kit/postgresSchema'
import { programFile } from '@hawser/test-kit/program'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { InvalidCommandError } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { LinkStoreOlderError, LinkStoreUnavailableError } from '../errors.ts'
import { now, walletOf } from '../records/linkRows.fixture.ts'
import { goBackTo } from '../stores/schema/goBackTo.fixture.ts'
import { schemaVersion } from '../stores/schema/migrate.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import { openAnyStore } from '../stores/storeChild.fixture.ts'
import { formatHelp } from './formatHelp.ts'
import { parseCommand } from './parseCommand.ts'
import { runCommand } from './runCommand.ts'

const world = { now: () => now + 1, version: () => '1.2.3' }
const environment = { HAWSER_LINK_POSTGRES_URL: 'postgresql://one@host/link' }
const postgres = { postgresUrl: environment.HAWSER_LINK_POSTGRES_URL, upgrade: false }
const filled = async (target: string) => {
  const store = await openAnyStore(target)
  await store.putLinkedWallet(walletOf('a', { address: '0xa' }))
  await store.putLinkedWallet(walletOf('b', { address: '0xb', hostUserId: 'bob' }))
  return store
}

describe('parseCommand', () => {
  test.each([
    [['--help'], { type: 'help' }],
    [[], { type: 'help' }],
    [['erase', '--help'], { type: 'help' }],
    [['--version'], { type: 'version' }],
    [['export', '--user', 'alice'], { type: 'export', hostUserId: 'alice', place: postgres }],
    [
      ['erase', '--user= a b ', '--file', 'x'],
      { type: 'erase', hostUserId: ' a b ', place: { file: 'x', upgrade: false } },
    ],
    [
      ['export', '--user', 'a', '--file', 'x', '--upgrade'],
      { type: 'export', hostUserId: 'a', place: { file: 'x', upgrade: true } },
    ],
    [['reprove-all'], { type: 'reprove-all', methods: undefined, place: postgres }],
    [
      ['reprove-all', '--method', 'eip1271', '--method', 'eip6492'],
      { type: 'reprove-all', methods: ['eip1271', 'eip6492'], place: postgres },
    ],
  ])('%j', (args, command) => {
    expect(parseCommand(args, environment)).toEqual(command)
  })

  test.each([
    [['erase']],
    [['erase', '--user', '']],
    [['erase', 'alice']],
    [['erase', '--user', 'alice', '--user-id', 'x']],
    [['export', '--user', 'alice', '--method', 'eip191']],
    [['drop', '--user', 'alice']],
    [['export', 'erase', '--user', 'alice']],
    [['reprove-all', '--user', 'alice']],
    [['reprove-all', '--method', 'eip4361']],
  ])('refuses %j', (args) => {
    expect(() => parseCommand(args, environment)).toThrow(InvalidCommandError)
  })

  test.each([[['export', 'postgresql://u:canary@host/db']], [['postgresql://u:canary@host/db']]])(
    'does not repeat an address, which may contain a password: %#',
    (args) => {
      expect(() => parseCommand(args, environment)).toThrow(/^(?!.*canary)/)
    },
  )

  test('refuses a command line that names no store', () => {
    expect(() => parseCommand(['export', '--user', 'alice'], {})).toThrow(/HAWSER_LINK_POSTGRES_URL/)
  })
})

describe('runCommand', () => {
  test('exports and erases one host user of a SQLite file', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const store = await filled(file)
    const alice = await store.exportHostUser('alice')
    const bob = await store.exportHostUser('bob')
    await store.stop()
    const run = (type: 'export' | 'erase', hostUserId: string) =>
      runCommand({ type, hostUserId, place: { file, upgrade: false } }, world).then((text): unknown => JSON.parse(text))
    // As JSON writes it: what is undefined is not there.
    expect(await run('export', 'alice')).toEqual(JSON.parse(JSON.stringify(alice)))
    expect(alice.wallets).toHaveLength(1)
    expect(await run('erase', 'alice')).toEqual({ wallets: 1, challenges: 0, events: 1 })
    expect(await run('export', 'alice')).toEqual({
      hostUserId: 'alice',
      wallets: [],
      challenges: [],
      events: [],
      handoffs: [],
    })
    expect(await run('export', 'bob')).toEqual(JSON.parse(JSON.stringify(bob)))
  })

  test('T-57: marks all wallets of a PostgreSQL store for a new proof', async () => {
    const postgresUrl = await sharedPostgres().newSchema()
    const store = await filled(postgresUrl)
    const command = { type: 'reprove-all', methods: undefined, place: { postgresUrl, upgrade: false } } as const
    expect(JSON.parse(await runCommand(command, world))).toEqual({ marked: 2 })
    expect(JSON.parse(await runCommand(command, world))).toEqual({ marked: 0 })
    expect(await store.linkedWallets('alice')).toMatchObject([{ status: 're-prove' }])
    const [event] = await store.history('bob', { before: undefined, limit: 1 })
    expect(event).toMatchObject({ type: 'must-re-prove', at: now + 1 })
    await store.stop()
  })

  test('leaves an older store unchanged without --upgrade', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const store = await openSqliteLinkStore({ file })
    await goBackTo(store.database, 2)
    const run = (upgrade: boolean) =>
      runCommand({ type: 'export', hostUserId: 'alice', place: { file, upgrade } }, world)
    await expect(run(false)).rejects.toThrow(LinkStoreOlderError)
    const version = async () => (await store.database.selectFrom('link_schema').select('version').execute())[0]?.version
    expect(await version()).toBe(2)
    expect(JSON.parse(await run(true))).toMatchObject({ hostUserId: 'alice' })
    expect(await version()).toBe(schemaVersion)
    await store.stop()
  })

  test('does not create tables in a database without a link store', async () => {
    const postgresUrl = await sharedPostgres().newSchema()
    const place = { postgresUrl, upgrade: false }
    const run = runCommand({ type: 'erase', hostUserId: 'alice', place }, world)
    await expect(run).rejects.toThrow(/There is no link store/)
    const tables = `select 1 from pg_tables where schemaname = '${schemaNameOf(postgresUrl)}'`
    expect(await sharedPostgres().query(tables)).toEqual([])
  })

  test('does not create a missing file', async () => {
    const file = join(temporaryFolder(), 'mistyped.sqlite')
    const erase = runCommand({ type: 'erase', hostUserId: 'alice', place: { file, upgrade: false } }, world)
    await expect(erase).rejects.toThrow(LinkStoreUnavailableError)
    expect(existsSync(file)).toBe(false)
  })

  test('--version prints the version', async () => {
    expect(await runCommand({ type: 'version' }, world)).toBe('1.2.3\n')
  })
})

test('formatHelp: names every command and flag, in lines of 100 columns', () => {
  const help = formatHelp()
  for (const word of ['export --user', 'erase --user', 'reprove-all', '--file', '--method', 'HAWSER_LINK_POSTGRES_URL'])
    expect(help).toContain(word)
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('hawser-link: prints to standard output and says by its exit code how it went', async () => {
  const main = programFile(new URL('./main.ts', import.meta.url).href)
  const run = (...args: readonly string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const words = [main, ...args]
      execFile(process.execPath, words, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      )
    })
  const [help, unknown, missing] = await Promise.all([
    run('--help'),
    run('frobnicate'),
    run('export', '--user', 'alice', '--file', join(temporaryFolder(), 'none.sqlite')),
  ])
  expect(help).toEqual({ code: 0, stdout: formatHelp(), stderr: '' })
  expect(unknown).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^hawser-link: There is no command/),
  })
  expect(missing).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^hawser-link: There is no link store/),
  })
})
