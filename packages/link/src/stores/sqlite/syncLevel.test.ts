import Database from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { createSyncLevel } from './syncLevel.ts'

function open() {
  const connection = new Database(':memory:')
  onTestFinished(() => void connection.close())
  connection.pragma('synchronous = FULL')
  const level = createSyncLevel(connection)
  const levelOf = (text: string) => {
    level.prepareFor(text)
    const [row]: readonly unknown[] = connection.prepare('select synchronous from pragma_synchronous').all()
    return row
  }
  return { connection, level, levelOf }
}
const normal = { synchronous: 1 }
const full = { synchronous: 2 }

test('syncLevel: only light writes do not wait', async () => {
  const { level, levelOf } = open()
  expect(levelOf('insert into a')).toEqual(full)
  await level.lightly(async () => expect([levelOf('insert into a'), levelOf('begin')]).toEqual([normal, normal]))
  expect(levelOf('insert into a')).toEqual(full)
})

test('syncLevel: a failed light write leaves no light mode behind', async () => {
  const { level, levelOf } = open()
  await expect(level.lightly(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(levelOf('delete from a')).toEqual(full)
})

test('syncLevel: reading changes no level, and a transaction keeps its initial level', async () => {
  const { connection, level, levelOf } = open()
  await level.lightly(async () => levelOf('insert into a'))
  expect(levelOf(' select 1')).toEqual(normal)
  expect(levelOf('begin')).toEqual(full)
  connection.exec('begin')
  await level.lightly(async () => expect(levelOf('insert into a')).toEqual(full))
  connection.exec('commit')
})
