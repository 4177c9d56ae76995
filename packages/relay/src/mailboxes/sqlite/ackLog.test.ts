import Database from 'libsql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailboxFailedError } from '../../errors.ts'
import { defaultMailboxLimits } from '../../limits/limits.ts'
import { createMessageIndex } from '../messageIndex.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createAckLog } from './ackLog.ts'

const now = () => 1_795_246_101_455
const { topic } = publishOf('')

let database: Database.Database
beforeEach(() => {
  database = new Database(':memory:')
  database.exec(
    'CREATE TABLE takes (row INTEGER PRIMARY KEY, expires_at INTEGER NOT NULL, length INTEGER NOT NULL, takes BLOB NOT NULL)',
  )
})
afterEach(() => {
  database.close()
  vi.useRealTimers()
})

function create(write: () => Promise<never> = () => Promise.reject(new MailboxFailedError('no'))) {
  const index = createMessageIndex({ now, limits: defaultMailboxLimits, onDrop: () => {} })
  const group = { write, read: write, check: () => {}, close: async () => {} }
  return { index, log: createAckLog({ database, group, index, now }) }
}

test('T-93 ackLog: reads all acks of a file, in pages', () => {
  const { index, log } = create()
  const placed = index.put(
    'dapp',
    Array.from({ length: 100 }, (_, place) => publishOf(`m${place}`)),
  )
  const insert = database.prepare('INSERT INTO takes (row, expires_at, length, takes) VALUES (?, 9e15, 0, ?)')
  database.exec('BEGIN')
  // Purged rows leave gaps between the remaining ones.
  for (let row = 1; row <= 1_234; row += 1)
    insert.run([row * 3, Buffer.from(JSON.stringify({ wallet: row > 1_134 ? [row - 1_134] : [] }))])
  database.exec('COMMIT')
  const pages = vi.spyOn(Object.getPrototypeOf(insert), 'all')
  log.load(new Map(placed.map(({ stored }) => [stored.sequence, topic])))
  const lengths = pages.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0))
  pages.mockRestore()
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(1_234)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(200)
  expect([...index.pending('wallet', { topic, afterSequence: 0 })]).toEqual([])
})

test('ackLog: retries acks that it could not write, until it is stopped', async () => {
  vi.useFakeTimers()
  let writes = 0
  const { index, log } = create(() => {
    writes += 1
    // The write in progress fails after `stop`.
    if (writes === 4) log.stop()
    return Promise.reject(new MailboxFailedError('no'))
  })
  const [placed] = index.put('dapp', [publishOf('one')])
  if (placed !== undefined) log.take('wallet', [placed.stored])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toBe(4)
  expect(vi.getTimerCount()).toBe(0)
})

test('ackLog: stopping waits for the last acks', async () => {
  vi.useFakeTimers()
  const { index, log } = create()
  const [placed] = index.put('dapp', [publishOf('one')])
  if (placed !== undefined) log.take('wallet', [placed.stored])
  log.stop()
  expect(vi.getTimerCount()).toBe(0)
  log.writeRest()
  expect(database.prepare('SELECT CAST(takes AS TEXT) FROM takes').raw(true).all()).toEqual([['{"wallet":[1]}']])
})
