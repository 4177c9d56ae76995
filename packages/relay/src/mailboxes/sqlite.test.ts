import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nightLimit } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { MailboxFailedError, MailboxInUseError, MailboxLimitExceededError, MailboxUnusableError } from '../errors.ts'
import { testMailbox } from './mailbox.conformance.ts'
import { messageIdOf } from './mailbox.ts'
import { publishOf } from './publishOf.fixture.ts'
import { createSqliteMailbox } from './sqlite.ts'

const folder = temporaryFolder()
let count = 0
const newFile = (...path: string[]) => {
  count += 1
  return join(folder, ...path, `${count}.sqlite`)
}
const everything = [{ topic: publishOf('').topic, afterSequence: 0 }]

testMailbox('SQLite', async (options) => createSqliteMailbox({ file: newFile('made', 'when', 'missing'), ...options }))

test('createSqliteMailbox: a new process finds messages and takes, and continues counting', async () => {
  const file = newFile()
  const first = createSqliteMailbox({ file })
  const stored = await first.put('dapp', [publishOf('one'), publishOf('two')])
  await first.remove('wallet', stored.slice(0, 1))
  await first.close()
  const second = createSqliteMailbox({ file })
  expect((await second.pending('wallet', everything)).messages).toEqual(stored.slice(1))
  expect((await second.pending('late', everything)).messages).toEqual(stored)
  const [third] = await second.put('dapp', [publishOf('three')])
  expect(third?.sequence).toBeGreaterThan(stored[1]?.sequence ?? 0)
  await second.close()
})

test('createSqliteMailbox: unawaited acks are in the file once it is closed', async () => {
  const file = newFile()
  const limits = { queuedMessages: 2 }
  const first = createSqliteMailbox({ file, limits })
  const stored = await first.put('dapp', [publishOf('one'), publishOf('two')])
  void first.remove('wallet', stored)
  await first.close()
  const second = createSqliteMailbox({ file, limits })
  expect((await second.pending('wallet', everything)).messages).toEqual([])
  expect(await second.put('dapp', [publishOf('three'), publishOf('four')])).toHaveLength(2)
  await expect(second.put('dapp', [publishOf('five')])).rejects.toThrow(MailboxLimitExceededError)
  await second.close()
})

test('createSqliteMailbox: purges messages that expired while no relay ran', async () => {
  const file = newFile()
  const first = createSqliteMailbox({ file })
  await first.put('dapp', [publishOf('short', { ttlSeconds: 1 }), publishOf('long')])
  await first.close()
  const second = createSqliteMailbox({ file, now: () => Date.now() + 1_000 })
  expect((await second.pending('wallet', everything)).messages).toMatchObject([{ message: 'long' }])
  await second.purge()
  await second.close()
  const rows = new Database(file)
  expect(rows.prepare('SELECT CAST(message AS TEXT) AS message FROM messages').raw(true).all()).toEqual([['long']])
  rows.close()
})

test('F-R24 createSqliteMailbox: migrates a file of format 1 with all its contents', async () => {
  const file = databaseWith(format1)
  const mailbox = createSqliteMailbox({ file, now: () => 1_795_246_101_455, limits: { queuedMessages: 2 } })
  const pending = async (clientId: string) => (await mailbox.pending(clientId, everything)).messages
  expect(await pending('late')).toEqual([
    {
      ...{
        topic: everything[0]?.topic,
        sequence: 5,
        publisherId: 'dapp',
        message: 'one\0',
        attestation: 'jwt',
        tag: 1108,
      },
      ...{ publishedAt: 1_795_246_101_000, expiresAt: 1_795_246_401_000 },
    },
    expect.objectContaining({ sequence: 6, message: 'two' }),
    expect.objectContaining({ sequence: 7, message: 'three' }),
  ])
  expect((await pending('wallet')).map(({ sequence }) => sequence)).toEqual([6])
  expect((await pending('stranger')).map(({ sequence }) => sequence)).toEqual([7])
  expect(await mailbox.put('dapp', [publishOf('one\0')])).toEqual([])
  // All three messages are taken, so there is room for two more.
  const stored = await mailbox.put('dapp', [publishOf('four'), publishOf('five')])
  expect(stored.map(({ sequence }) => sequence)).toEqual([13, 14])
  await expect(mailbox.put('dapp', [publishOf('six')])).rejects.toThrow(MailboxLimitExceededError)
  await mailbox.close()
  const again = createSqliteMailbox({ file, now: () => 1_795_246_101_455 })
  expect((await again.pending('wallet', everything)).messages.map(({ sequence }) => sequence)).toEqual([6, 13, 14])
  await again.close()
})

test('createSqliteMailbox: messages removed for room leave the file before a purge', async () => {
  const file = newFile()
  const mailbox = createSqliteMailbox({ file, limits: { totalLength: 160_000, addressLength: 20_000 } })
  for (let index = 0; index < 400; index += 1) {
    const stored = await mailbox.put('dapp', [publishOf(`${index} `.padEnd(1_000))], '192.0.2.1')
    await mailbox.remove('wallet', stored)
  }
  const rows = new Database(file, { readonly: true })
  const count = () => rows.prepare('SELECT 1 FROM messages').all().length
  await expect.poll(count).toBeLessThan(50)
  rows.close()
  await mailbox.close()
})

test('F-R24 createSqliteMailbox: migrates a file of format 2 with all its contents', async () => {
  const file = databaseWith(format2)
  const now = () => 1_795_246_101_455
  for (let opened = 0; opened < 2; opened += 1) {
    const mailbox = createSqliteMailbox({ file, now })
    const pending = async (clientId: string) =>
      (await mailbox.pending(clientId, everything)).messages.map(({ message }) => message)
    expect(await pending('late')).toEqual(['one', 'two'])
    expect(await pending('wallet')).toEqual(['two'])
    expect(await mailbox.put('dapp', [publishOf('two')], '192.0.2.1')).toEqual([])
    await mailbox.close()
  }
  const mailbox = createSqliteMailbox({ file, now })
  expect(await mailbox.put('dapp', [publishOf('three')])).toMatchObject([{ sequence: 13 }])
  await mailbox.close()
})

test('createSqliteMailbox: the file contains no address, and keeps its share over a restart', async () => {
  const file = newFile()
  const limits = { addressLength: 2_000 }
  const first = createSqliteMailbox({ file, limits })
  const long = (letter: string) => publishOf(letter.repeat(900))
  await first.put('one', [long('a')], '192.0.2.77')
  await expect(first.put('two', [long('b')], '192.0.2.77')).rejects.toMatchObject({ bound: 'address' })
  await first.close()
  expect(readFileSync(file, 'latin1')).not.toContain('192.0.2.77')
  const again = createSqliteMailbox({ file, limits })
  await expect(again.put('three', [long('c')], '192.0.2.77')).rejects.toMatchObject({ bound: 'address' })
  expect(await again.put('three', [long('c')], '192.0.2.78')).toHaveLength(1)
  await again.close()
})

test('F-R2 createSqliteMailbox: opens 100,000 messages within 2 s', async () => {
  const file = newFile()
  await createSqliteMailbox({ file }).close()
  const rows = new Database(file)
  rows.exec(`
    INSERT INTO messages (topic, message_id, publisher_id, length, published_at, expires_at, tag, attestation, message)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    SELECT printf('%064x', i / 100), printf('%064x', i), printf('did:key:%048x', i % 5000), 300, 0, 9e15, 1108, x'', x''
    FROM n`)
  rows.close()
  const startedAt = process.cpuUsage()
  const mailbox = createSqliteMailbox({ file })
  const { user, system } = process.cpuUsage(startedAt)
  console.log(`100,000 messages: open in ${Math.round((user + system) / 1_000)} ms of processor time`)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  const position = { topic: (999).toString(16).padStart(64, '0'), afterSequence: 0 }
  expect((await mailbox.pending('wallet', [position])).messages).toHaveLength(100)
  await mailbox.close()
})

test('createSqliteMailbox: does not reuse a sequence number after its message was purged', async () => {
  const clock = { now: 1_795_246_101_455 }
  const file = newFile()
  const mailbox = createSqliteMailbox({ file, now: () => clock.now })
  const [before] = await mailbox.put('dapp', [publishOf('one')])
  clock.now += 300_000
  await mailbox.purge()
  const [after] = await mailbox.put('dapp', [publishOf('two')])
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  await mailbox.close()
})

test('createSqliteMailbox: refuses a file in use by another relay until that one closes', async () => {
  const file = newFile()
  const holder = createSqliteMailbox({ file })
  const locks = () => {
    const inodes = [file, `${file}-lock`].map((name) => `:${statSync(name).ino} `)
    const lines = readFileSync('/proc/locks', 'utf8').split('\n')
    return lines.filter((line) => inodes.some((inode) => line.includes(inode))).map((line) => line.replace(/^\d+/, ''))
  }
  const held = locks()
  expect(held.length).toBeGreaterThan(1)
  expect(() => createSqliteMailbox({ file })).toThrow(MailboxInUseError)
  expect(locks()).toEqual(held)
  await holder.put('dapp', [publishOf('still works')])
  await holder.close()
  await createSqliteMailbox({ file }).close()
})

test.each([
  ['a folder that is a file', () => join(writtenFile('text'), 'relay.sqlite')],
  ['a file that is no database', () => writtenFile('not a database, but long enough to be looked at '.repeat(100))],
  ['a database of something else', () => databaseWith('CREATE TABLE visitors (id TEXT)')],
  [
    'a mailbox of a later format',
    () => databaseWith('CREATE TABLE m (x); PRAGMA application_id = 0x48575352; PRAGMA user_version = 99'),
  ],
])('createSqliteMailbox: refuses %s in one line', (_what, make) => {
  const file = make()
  const open = () => createSqliteMailbox({ file })
  expect(open).toThrow(MailboxUnusableError)
  expect(open).toThrow(/^[^\n]+$/)
  if (existsSync(file)) expect(open).toThrow(file)
})

test.each([':memory:', ''])('createSqliteMailbox: refuses the path %j, which would lose all messages', (file) => {
  expect(() => createSqliteMailbox({ file })).toThrow(/createMemoryMailbox/)
  expect(existsSync(':memory:')).toBe(false)
})

test('pending: finds the texts of puts in the same transaction, which is not run again', async () => {
  const mailbox = createSqliteMailbox({ file: newFile() })
  const calls = Array.from({ length: 20 }, (_, index) => {
    const stored = mailbox.put('dapp', [publishOf(`text ${index}`)])
    return { stored, found: mailbox.pending('wallet', [{ topic: 'a'.repeat(64), afterSequence: index }]) }
  })
  for (const [index, { stored, found }] of calls.entries()) {
    expect((await found).messages.map(({ message }) => message)).toEqual([`text ${index}`])
    // A transaction that fails and runs again gives later sequences.
    expect((await stored).map(({ sequence }) => sequence)).toEqual([index + 1])
  }
  await mailbox.close()
})

// FAIL ends only the statement, as a broken row does. ROLLBACK ends the whole transaction, as a full disk does.
test.each(['FAIL', 'ROLLBACK'])(
  'put: refuses a failed write (%s) by code, and writes again when possible',
  async (kind) => {
    const file = newFile()
    const mailbox = createSqliteMailbox({ file })
    const rival = new Database(file, { timeout: 0 })
    rival.exec(`CREATE TRIGGER broken BEFORE INSERT ON messages BEGIN SELECT RAISE(${kind}, 'disk trouble'); END`)
    const results = await Promise.allSettled([
      mailbox.put('dapp', [publishOf('one')]),
      mailbox.pending('wallet', everything),
      mailbox.put('dapp', [publishOf('two')]),
    ])
    // The failed writes do not affect the read in the same transaction.
    expect(results.map((result) => (result.status === 'rejected' ? result.reason.code : 'done'))).toEqual([
      'mailbox_failed',
      'done',
      'mailbox_failed',
    ])
    rival.exec('DROP TRIGGER broken')
    rival.close()
    expect(await mailbox.put('dapp', [publishOf('one')])).toHaveLength(1)
    await mailbox.close()
  },
)

test('createSqliteMailbox: while another process holds the write lock, reads work and puts wait', async () => {
  const file = newFile()
  const mailbox = createSqliteMailbox({ file })
  const before = await mailbox.put('dapp', [publishOf('before')])
  const rival = new Database(file, { timeout: 0 })
  rival.exec('BEGIN IMMEDIATE')
  const startedAt = performance.now()
  const puts = ['one', 'two'].map((text) => mailbox.put('dapp', [publishOf(text)]))
  const stored = Promise.all(puts)
  expect((await mailbox.pending('wallet', everything)).messages).toEqual(before)
  await mailbox.remove('wallet', before)
  await mailbox.check()
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(1_000))
  rival.exec('ROLLBACK')
  rival.close()
  expect((await mailbox.pending('wallet', everything)).messages).toEqual((await stored).flat())
  await mailbox.close()
})

test('createSqliteMailbox: a write lock held for longer refuses waiting calls', async () => {
  const file = newFile()
  const mailbox = createSqliteMailbox({ file })
  const before = await mailbox.put('dapp', [publishOf('before')])
  const rival = new Database(file, { timeout: 0 })
  rival.exec('BEGIN IMMEDIATE')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const put = mailbox.put('dapp', [publishOf('one')])
  const refused = expect(put).rejects.toThrow(/^Another process.*$/)
  await mailbox.remove('wallet', before)
  await Promise.all([refused, mailbox.close()])
  await expect(put).rejects.toThrow(MailboxFailedError)
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(nightLimit(1_000))
  rival.exec('ROLLBACK')
  rival.close()
  const second = createSqliteMailbox({ file })
  expect((await second.pending('late', everything)).messages).toEqual(before)
  await second.close()
})

/** Format 1, with an expired message, three live messages, and the acks of two clients. */
const format1 = `
  CREATE TABLE messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    message_id TEXT NOT NULL,
    publisher_id TEXT NOT NULL,
    length INTEGER NOT NULL,
    is_taken INTEGER NOT NULL DEFAULT 0,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    attestation BLOB NOT NULL,
    message BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX messages_by_id ON messages (topic, message_id);
  CREATE INDEX messages_by_topic ON messages (topic, sequence, expires_at, is_taken, length);
  CREATE INDEX messages_by_expiry ON messages (expires_at);
  CREATE TABLE taken (
    sequence INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    PRIMARY KEY (sequence, client_id)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = 1213682514;
  PRAGMA user_version = 1;
  INSERT INTO messages VALUES
    (4, '${'a'.repeat(64)}', '${messageIdOf('expired')}', 'dapp', 7, 0, 1795246101000, 1795246101454, 1108, x'', CAST('expired' AS BLOB)),
    (5, '${'a'.repeat(64)}', '${messageIdOf('one\0')}', 'dapp', 7, 1, 1795246101000, 1795246401000, 1108, CAST('jwt' AS BLOB), x'6f6e6500'),
    (6, '${'a'.repeat(64)}', '${messageIdOf('two')}', 'dapp', 3, 1, 1795246101000, 1795246401000, 1108, x'', CAST('two' AS BLOB)),
    (7, '${'a'.repeat(64)}', '${messageIdOf('three')}', 'dapp', 5, 1, 1795246101000, 1795246401000, 1108, x'', CAST('three' AS BLOB));
  INSERT INTO taken VALUES (4, 'wallet'), (5, 'wallet'), (7, 'wallet'), (5, 'stranger'), (6, 'stranger');
  UPDATE sqlite_sequence SET seq = 12 WHERE name = 'messages'`

/** Format 2, with one message that was taken and one that was not. */
const format2 = `
  CREATE TABLE messages (
    sequence INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    message_id TEXT NOT NULL,
    publisher_id TEXT NOT NULL,
    length INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    attestation BLOB NOT NULL,
    message BLOB NOT NULL
  ) STRICT;
  CREATE TABLE given (sequence INTEGER NOT NULL) STRICT;
  CREATE TABLE takes (
    row INTEGER PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    length INTEGER NOT NULL,
    takes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX takes_by_expiry ON takes (expires_at, length);
  PRAGMA application_id = 1213682514;
  PRAGMA user_version = 2;
  INSERT INTO messages VALUES
    (5, '${'a'.repeat(64)}', '${messageIdOf('one')}', 'dapp', 3, 1795246101000, 1795246401000, 1108, x'', CAST('one' AS BLOB)),
    (6, '${'a'.repeat(64)}', '${messageIdOf('two')}', 'dapp', 3, 1795246101000, 1795246401000, 1108, x'', CAST('two' AS BLOB));
  INSERT INTO given VALUES (12);
  INSERT INTO takes VALUES (1, 1795246401000, 14, CAST('{"wallet":[5]}' AS BLOB))`

function writtenFile(text: string): string {
  const file = newFile()
  writeFileSync(file, text)
  return file
}

function databaseWith(sql: string): string {
  const file = newFile()
  const database = new Database(file)
  database.exec(sql)
  database.close()
  return file
}
