import { nightLimit } from '@hawser/test-kit/night'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../../errors.ts'
import { type Commit, createGroupCommit } from './groupCommit.ts'

let database: Database.Database
beforeEach(() => {
  database = new Database(':memory:')
  database.exec('CREATE TABLE lines (line TEXT)')
})
afterEach(() => database.close())

const insert = (line: string) => () => void database.prepare('INSERT INTO lines VALUES (?)').run([line])
const lines = () => database.prepare('SELECT line FROM lines').raw(true).all().flat()
const nothing = () => {}

/** A disk whose fsyncs finish when the test says so. */
function createDisk(fold: () => boolean = () => false) {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const commits: Commit[] = []
  const broken: unknown[] = []
  const sync = () => new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject }))
  const group = createGroupCommit({
    ...{ database, sync, fold },
    onCommit: (commit) => commits.push(commit),
    onBroken: (error) => broken.push(error),
  })
  const next = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    return waiting.shift()
  }
  return { group, next, commits, broken }
}

test('groupCommit: answers only once the disk has the write; the rest share the next commit', async () => {
  const { group, next, commits } = createDisk()
  const answered: string[] = []
  const write = (line: string) => group.write(insert(line)).then(() => answered.push(line))
  const first = [write('1'), write('2')]
  const sync = await next()
  const second = [write('3'), group.read(lines).then((found) => answered.push(found.join())), write('4')]
  await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toEqual([])
  sync?.resolve()
  await Promise.all(first)
  expect(answered).toEqual(['1', '2'])
  ;(await next())?.resolve()
  await Promise.all(second)
  expect(answered).toEqual(['1', '2', '3', '1,2,3', '4'])
  expect(commits.map(({ calls }) => calls)).toEqual([2, 2])
})

test('groupCommit: folds the log once it has answered the writes', async () => {
  const folded: string[] = []
  const { group, next, commits, broken } = createDisk(() => {
    folded.push(answered.join())
    if (folded.length > 1) throw new Error('EIO')
    return true
  })
  const answered: string[] = []
  for (const line of ['1', '2']) {
    const write = group.write(insert(line)).then(() => answered.push(line))
    ;(await next())?.resolve()
    await write
    while (folded.length < answered.length) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(folded).toEqual(['1', '1,2'])
  expect(commits.map(({ calls }) => calls)).toEqual([1, 0, 1])
  expect(broken).toHaveLength(1)
  await expect(group.read(lines)).rejects.toThrow(MailboxFailedError)
})

test('groupCommit: a single write waits for no others', async () => {
  const group = createGroupCommit({ database, sync: async () => {}, fold: () => false })
  const took: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now()
    await group.write(insert(String(round)))
    took.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  // Other work of the machine can delay some writes. If writes waited for each other, all would be late.
  expect(took.toSorted((one, other) => one - other)[took.length / 2]).toBeLessThan(nightLimit(2))
})

test('groupCommit: a single read does not wait for the disk', async () => {
  const { group, commits } = createDisk()
  expect(await group.read(() => 'read')).toBe('read')
  expect(commits).toEqual([])
})

test('groupCommit: one commit has 256 writes at most', async () => {
  const { group, next, commits } = createDisk()
  const writes = Array.from({ length: 300 }, (_, index) => group.write(insert(String(index))))
  ;(await next())?.resolve()
  ;(await next())?.resolve()
  await Promise.all(writes)
  expect(commits.map(({ calls }) => calls)).toEqual([256, 44])
  expect(lines()).toHaveLength(300)
})

test('groupCommit: runs many writes while the disk works, and answers them after earlier ones', async () => {
  const { group, next, commits, broken } = createDisk()
  const answered: number[] = []
  const write = (index: number) => group.write(insert(String(index))).then(() => answered.push(index))
  const first = Array.from({ length: 256 }, (_, index) => write(index))
  const sync = await next()
  const second = Array.from({ length: 64 }, (_, index) => write(256 + index))
  while (lines().length < 320) await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toEqual([])
  sync?.resolve()
  await Promise.all(first)
  expect(answered).toHaveLength(256)
  const third = write(320)
  const last = await next()
  const all = Promise.allSettled([...second, third])
  last?.reject(new Error('EIO'))
  expect((await all).filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect(commits.map(({ calls }) => calls)).toEqual([256])
  expect(broken).toHaveLength(1)
})

test('F-R11: a failing fsync refuses its waiting writes and all later ones, and is reported once', async () => {
  const { group, next, broken } = createDisk()
  const writes = [group.write(insert('1')), group.write(insert('2'))]
  const sync = await next()
  const late = group.write(insert('3'))
  sync?.reject(new Error('EIO'))
  for (const write of [...writes, late, group.write(insert('4')), group.read(lines)])
    await expect(write).rejects.toThrow(MailboxFailedError)
  expect(broken).toHaveLength(1)
  await group.close(nothing)
})

test('groupCommit: undoes and refuses one failing call, and keeps and reports the others', async () => {
  const { group, next } = createDisk()
  const undone: string[] = []
  const committed: string[] = []
  const write = (name: string, run: () => void) =>
    group.write(run, { undo: () => undone.push(name), onCommit: () => committed.push(name) })
  const fail = () => {
    throw new Error('no')
  }
  const limit = () => {
    throw new MailboxLimitExceededError('full')
  }
  const results = Promise.allSettled([
    write('1', insert('1')),
    write('limit', limit),
    write('fail', fail),
    write('2', insert('2')),
  ])
  const sync = await next()
  // Before the disk has them, but only what was written.
  expect(committed).toEqual(['1', '2'])
  sync?.resolve()
  expect((await results).map((one) => (one.status === 'fulfilled' ? 'kept' : one.reason.code))).toEqual([
    'kept',
    'mailbox_limit_exceeded',
    'mailbox_failed',
    'kept',
  ])
  expect(lines()).toEqual(['1', '2'])
  // Newest first, so that each call is undone in the state it left.
  expect(undone).toEqual(['fail', 'limit', '1', 'fail'])
})

// SQLite can end the transaction even if ROLLBACK throws.
test.each([false, true])(
  'groupCommit: also undoes the remains of a ROLLBACK that throws (done: %s)',
  async (isDone) => {
    const { group, next } = createDisk()
    const known = new Set<string>()
    const write = (line: string) =>
      group.write(
        () => {
          if (known.has(line)) return
          known.add(line)
          insert(line)()
        },
        { undo: () => known.delete(line), onCommit: () => {} },
      )
    failExec('COMMIT', { times: 1, code: 'SQLITE_IOERR', isDone: false })
    failExec('ROLLBACK', { times: 1, code: 'SQLITE_IOERR', isDone })
    const written = Promise.allSettled([write('1')])
    ;(await next())?.resolve()
    const [{ status }] = await written
    // A write is answered as stored only if it is.
    expect(lines()).toEqual(status === 'fulfilled' ? ['1'] : [])
    expect([...known]).toEqual(lines())
    const again = write('1')
    ;(await next())?.resolve()
    await again
    expect(lines()).toEqual(['1'])
  },
)

test('groupCommit: while another process holds the lock, reads work and writes wait in order', async () => {
  const { group, next, commits } = createDisk()
  const unlock = failExec('BEGIN IMMEDIATE', { times: Number.POSITIVE_INFINITY, code: 'SQLITE_BUSY', isDone: false })
  const runs: number[] = []
  const writes = Array.from({ length: 300 }, (_, index) =>
    group.write(() => {
      runs.push(index)
      insert(String(index))()
    }),
  )
  expect(await group.read(lines)).toEqual([])
  expect(await group.read(lines)).toEqual([])
  unlock()
  ;(await next())?.resolve()
  ;(await next())?.resolve()
  await Promise.all(writes)
  expect(commits.map(({ calls }) => calls)).toEqual([256, 44])
  expect(runs).toEqual(writes.map((_, index) => index))
  expect(lines()).toEqual(runs.map(String))
})

test('groupCommit: close under a lock ends after the disk’s current work', async () => {
  const { group, next, broken } = createDisk()
  const answered: string[] = []
  const first = group.write(insert('1')).then(() => answered.push('1'))
  const sync = await next()
  const unlock = failExec('BEGIN IMMEDIATE', { times: Number.POSITIVE_INFINITY, code: 'SQLITE_BUSY', isDone: false })
  const second = Array.from({ length: 64 }, (_, index) =>
    group.write(insert(`${index}`)).catch(({ code }) => answered.push(code)),
  )
  const closed = group.close(insert('last')).then(() => answered.push('closed'))
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  expect(answered).toEqual([])
  sync?.resolve()
  await Promise.all([first, ...second, closed])
  expect(answered).toEqual(['1', ...second.map(() => 'mailbox_failed'), 'closed'])
  unlock()
  expect(lines()).toEqual(['1'])
  expect(broken).toEqual([])
})

test('groupCommit: a lock after a failed group delays the rest, and keeps committed writes', async () => {
  const { group, next } = createDisk()
  let unlock = () => {}
  let failures = 0
  const fail = () => {
    failures += 1
    if (failures === 2)
      unlock = failExec('BEGIN IMMEDIATE', { times: Number.POSITIVE_INFINITY, code: 'SQLITE_BUSY', isDone: false })
    throw new Error('no')
  }
  const first = group.write(insert('1'))
  const second = group.write(fail)
  const third = group.write(insert('3'))
  const refused = expect(second).rejects.toThrow(MailboxFailedError)
  ;(await next())?.resolve()
  await Promise.all([first, refused])
  expect(lines()).toEqual(['1'])
  unlock()
  ;(await next())?.resolve()
  await third
  expect(lines()).toEqual(['1', '3'])
})

test('F-R10: refuses writes that exceed the disk as such, and keeps those that fit', async () => {
  const { group, next } = createDisk()
  database.pragma('max_page_count = 4')
  const results = Promise.allSettled([group.write(insert('x'.repeat(100_000))), group.write(insert('small'))])
  ;(await next())?.resolve()
  const [large, small] = await results
  expect(large).toMatchObject({ status: 'rejected', reason: expect.any(StoreFullError) })
  expect(small).toMatchObject({ status: 'fulfilled' })
  expect(lines()).toEqual(['small'])
})

test('groupCommit: close commits pending calls and its own last write', async () => {
  const { group, next } = createDisk()
  const write = group.write(insert('1'))
  const closed = group.close(insert('last'))
  await expect(group.write(insert('late'))).rejects.toThrow(MailboxFailedError)
  ;(await next())?.resolve()
  await Promise.all([write, closed])
  expect(lines()).toEqual(['1', 'last'])
})

/** Makes the database refuse the statement `what`, up to `times` times. @returns a function that ends the refusals */
function failExec(
  what: string,
  { times, code, isDone }: { readonly times: number; readonly code: string; readonly isDone: boolean },
): () => void {
  const exec = database.exec.bind(database)
  let left = times
  database.exec = (sql) => {
    if (sql !== what || left === 0) return exec(sql)
    left -= 1
    if (isDone) exec(sql)
    throw Object.assign(new Error('refused by the test'), { code })
  }
  return () => {
    left = 0
  }
}
