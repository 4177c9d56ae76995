import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { MailboxInUseError, MailboxUnusableError } from '../errors.ts'
import { publishOf, testMailbox } from '../mailbox.conformance.ts'
import { createSqliteMailbox } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'hawser-mailbox-'))
let count = 0
const newFile = (...path: string[]) => {
  count += 1
  return join(folder, ...path, `${count}.sqlite`)
}
const everything = [{ topic: publishOf('').topic, afterSequence: 0 }]
afterAll(() => rmSync(folder, { recursive: true }))

testMailbox('SQLite', async (options) => createSqliteMailbox({ file: newFile('made', 'when', 'missing'), ...options }))

test('createSqliteMailbox: a new process finds messages and what was taken, and goes on counting', async () => {
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

test('createSqliteMailbox: a sequence is not given again after its message was purged', async () => {
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

test('createSqliteMailbox: a file held by another relay is refused, and free again once that one is closed', async () => {
  const file = newFile()
  const holder = createSqliteMailbox({ file })
  expect(() => createSqliteMailbox({ file })).toThrow(MailboxInUseError)
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
])('createSqliteMailbox: %s is refused in one line', (_what, make) => {
  const file = make()
  const open = () => createSqliteMailbox({ file })
  expect(open).toThrow(MailboxUnusableError)
  expect(open).toThrow(/^[^\n]+$/)
  if (existsSync(file)) expect(open).toThrow(file)
})

// FAIL ends the statement, as a broken row does; ROLLBACK the whole transaction, as a full disk does.
test.each(['FAIL', 'ROLLBACK'])(
  'put: what cannot be written (%s) is refused by code, and writing goes on when it can',
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
    // The read in the same transaction is not taken along.
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
