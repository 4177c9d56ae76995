import { chmodSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './dataFolder.ts'
import { DataFolderInUseError, DataFolderUnwritableError } from './errors.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => chmodSync(folder, 0o700))

test('openDataFolder: makes a nested folder that only its owner can enter', () => {
  const dataDir = join(folder, 'a', 'b')
  const held = openDataFolder(dataDir)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(held.file('relay.sqlite')).toBe(join(dataDir, 'relay.sqlite'))
  held.release()
})

test('openDataFolder: keeps a secret for its owner only, and replaces a partial one', () => {
  const held = openDataFolder(folder)
  const secret = held.secret('host-secret')
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(folder, 'host-secret')).mode & 0o777).toBe(0o600)
  expect(held.secret('host-secret')).toBe(secret)
  truncateSync(join(folder, 'host-secret'), 20)
  expect(held.secret('host-secret')).toMatch(/^[0-9a-f]{64}$/)
  held.release()
})

test('openDataFolder: refuses a folder in use, and opens it after its release', () => {
  const held = openDataFolder(folder)
  expect(() => openDataFolder(folder)).toThrow(DataFolderInUseError)
  expect(() => openDataFolder(folder)).toThrow(folder)
  held.release()
  openDataFolder(folder).release()
})

test.each(['under a file', 'a lock that is no database'])('openDataFolder: refuses an unusable folder, %s', (kind) => {
  const file = join(folder, kind === 'under a file' ? 'file' : 'lock.sqlite')
  writeFileSync(file, 'this is not a database, and long enough to show it'.repeat(20))
  const attempt = () => openDataFolder(kind === 'under a file' ? join(file, 'data') : folder)
  expect(attempt).toThrow(DataFolderUnwritableError)
  expect(attempt).toThrow(/^[^\n]+$/)
})

test.each(['/proc/nope', '/proc/nope/deeper', '/dev/null/nope'])(
  'openDataFolder: refuses %s, which cannot be created, in one line and at once',
  (dataDir) => {
    const attempt = () => openDataFolder(dataDir)
    expect(attempt).toThrow(DataFolderUnwritableError)
    expect(attempt).toThrow(dataDir)
    expect(attempt).toThrow(/^[^\n]+$/)
  },
)
