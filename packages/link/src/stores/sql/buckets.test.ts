import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { openSqliteLinkStore } from '../sqlite/sqliteLinkStore.ts'
import { createBucketPurge } from './buckets.ts'

test('processes that each purge once do not all check the same buckets', async () => {
  const { database, stop } = await openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
  const now = 1_795_246_101_455
  // Every other bucket is full, the rest will not be full for a long time.
  const buckets = Array.from({ length: 2_000 }, (_, index) => ({
    key: bytesToHex(sha256(utf8ToBytes(`${index}`))).slice(0, 32),
    full_at: index % 2 === 0 ? now - 1 : now * 2,
  }))
  for (let from = 0; from < buckets.length; from += 100)
    await database
      .insertInto('link_buckets')
      .values(buckets.slice(from, from + 100))
      .execute()
  for (let process = 0; process < 100; process += 1) await createBucketPurge()(database, now + process * 997)
  const left = await database.selectFrom('link_buckets').select('full_at').execute()
  expect(left.filter(({ full_at }) => full_at < now).length).toBeLessThan(20)
  expect(left.filter(({ full_at }) => full_at > now)).toHaveLength(1_000)
  await stop()
})
