import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import Database from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteWal } from './sqliteWal.ts'

function open(options: Partial<Parameters<typeof openSqliteWal>[1]> = {}) {
  const file = join(temporaryFolder(), 'a.sqlite')
  const connection = new Database(file)
  onTestFinished(() => void connection.close())
  connection.pragma('journal_mode = WAL')
  connection.pragma('wal_autocheckpoint = 0')
  connection.exec('create table a (b text)')
  return { file, connection, log: openSqliteWal(file, { alone: (run) => run(), ...options }) }
}

test('sqliteWal: a caller before a sync shares it; a caller during it waits for the next', async () => {
  const flushes: (() => void)[] = []
  const { log } = open({ flush: () => new Promise((resolve) => flushes.push(resolve)) })
  const ended: string[] = []
  const ask = (name: string) => log.sync().then(() => ended.push(name))
  const first = [ask('a'), ask('b')]
  await expect.poll(() => flushes.length).toBe(1)
  const second = [ask('c'), ask('d')]
  flushes[0]?.()
  await Promise.all(first)
  expect(ended).toEqual(['a', 'b'])
  await expect.poll(() => flushes.length).toBe(2)
  flushes[1]?.()
  await Promise.all(second)
  expect(ended).toEqual(['a', 'b', 'c', 'd'])
  const last = ask('e')
  await expect.poll(() => flushes.length).toBe(3)
  flushes[2]?.()
  await last
  await log.close()
})

test('sqliteWal: syncs run on the event loop until they are slow on average', async () => {
  const wheres: string[] = []
  let time = 0
  let takesMs = 1
  const { log } = open({
    flush: (_, where) => {
      wheres.push(where)
      time += takesMs
    },
    now: () => time,
  })
  const syncs = async (count: number, ms: number) => {
    takesMs = ms
    wheres.length = 0
    for (let sync = 0; sync < count; sync += 1) await log.sync()
    return wheres.filter((where) => where === 'beside').length
  }
  expect(await syncs(20, 1)).toBe(0)
  // A single slow sync does not mean a slow disk.
  expect(await syncs(1, 60)).toBe(0)
  expect(await syncs(20, 1)).toBe(0)
  expect(await syncs(20, 20)).toBe(18)
  await syncs(30, 1)
  expect(await syncs(20, 1)).toBe(0)
  await log.close()
})

test.each(['here', 'beside'])('sqliteWal: a sync that fails %s says so', async (failing) => {
  let time = 0
  const { log } = open({
    flush: (_, where) => {
      if (where === failing) throw new Error('EIO')
      time += 20
    },
    now: () => time,
  })
  if (failing === 'beside') for (let sync = 0; sync < 4; sync += 1) await log.sync()
  await expect(log.sync()).rejects.toThrow('EIO')
  await expect(log.sync()).rejects.toThrow('EIO')
  await log.close()
})

test('sqliteWal: after a failed sync nothing is reported as on the disk', async () => {
  let isBroken = true
  const { log } = open({ flush: () => (isBroken ? Promise.reject(new Error('EIO')) : Promise.resolve()) })
  await expect(log.sync()).rejects.toThrow('EIO')
  isBroken = false
  await expect(log.sync()).rejects.toThrow('EIO')
  await log.close()
})

test('sqliteWal: after the end a call is refused; an earlier one still reaches the disk', async () => {
  let flushes = 0
  const { log } = open({
    flush: () => {
      flushes += 1
    },
  })
  const before = log.sync()
  await log.close()
  await before
  expect(flushes).toBe(1)
  await expect(log.sync()).rejects.toThrow('stopped')
})

function commit({ connection, log }: ReturnType<typeof open>, times: number) {
  for (let row = 0; row < times; row += 1) {
    connection.exec('insert into a values (1)')
    log.grew()
  }
}

/** Counts the rows in the file alone, without its log; undefined while the table does not exist. */
function rowsInFile(file: string): unknown {
  copyFileSync(file, `${file}-copy`)
  const copy = new Database(`${file}-copy`)
  try {
    return copy.prepare('select count(*) as rows from a').pluck().all()[0]
  } catch (error) {
    expect(String(error)).toMatch('no such table')
    return undefined
  } finally {
    copy.close()
  }
}

test('sqliteWal: the log is folded into the file now and then', async () => {
  const opened = open()
  commit(opened, 150)
  await opened.log.close()
  expect(rowsInFile(opened.file)).toBe(150)
})

test('sqliteWal: folds in the pause after a sync, once there is something to fold', async () => {
  const opened = open()
  commit(opened, 36)
  await opened.log.sync()
  await setImmediate()
  await opened.log.close()
  expect(rowsInFile(opened.file)).toBe(36)

  const few = open()
  commit(few, 35)
  await few.log.sync()
  await setImmediate()
  await few.log.close()
  expect(rowsInFile(few.file)).toBeUndefined()
})

test('sqliteWal: there is no pause while others write after a sync, nor after the end', async () => {
  for (const interrupt of [
    (opened: ReturnType<typeof open>) => commit(opened, 1),
    ({ log }: ReturnType<typeof open>) => log.endCheckpoints(),
  ]) {
    const opened = open()
    commit(opened, 36)
    await opened.log.sync()
    await interrupt(opened)
    await setImmediate()
    await opened.log.close()
    expect(rowsInFile(opened.file)).toBeUndefined()
  }
})

test('sqliteWal: there is no pause while another link goes to the disk', async () => {
  const flushes: (() => void)[] = []
  const opened = open({ flush: () => new Promise((resolve) => flushes.push(resolve)) })
  commit(opened, 36)
  const first = opened.log.sync()
  await expect.poll(() => flushes.length).toBe(1)
  const second = opened.log.sync()
  flushes[0]?.()
  await first
  await setImmediate()
  await opened.log.endCheckpoints()
  expect(rowsInFile(opened.file)).toBeUndefined()
  await expect.poll(() => flushes.length).toBe(2)
  flushes[1]?.()
  await second
  await opened.log.close()
})

test('sqliteWal: folds later if someone still reads', async () => {
  const opened = open()
  const { file, log } = opened
  const reader = new Database(file)
  reader.exec('begin')
  const count = reader.prepare('select count(*) as count from a')
  expect(count.get()).toMatchObject({ count: 0 })
  commit(opened, 150)
  await log.close()
  expect(count.get()).toMatchObject({ count: 0 })
  reader.exec('commit')
  expect(count.get()).toMatchObject({ count: 150 })
  reader.close()
})

test('sqliteWal: ends even if someone keeps the connection that a fold waits for', async () => {
  let foldAlone: (() => Promise<void>) | undefined
  const { connection, log } = open({
    alone: (run) =>
      new Promise((resolve) => {
        foldAlone = () => run().then(resolve)
      }),
  })
  while (foldAlone === undefined) {
    connection.exec('insert into a values (1)')
    log.grew()
    await setImmediate()
  }
  await log.endCheckpoints()
  await log.close()
  await foldAlone()
})
