import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRedisMailbox } from '../mailboxes/redis.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { createRelay, type RelayOptions } from './createRelay.ts'

/** The test's questions to the relay's process, and the answers. */
export type ChildQuestion = 'memory' | 'memory when empty'
export type ChildMessage = { readonly port: number } | { readonly rss: number }
export type ChildSettings = Pick<RelayOptions, 'limits' | 'audiences'> & {
  /** Undefined: the relay stores its messages in memory. */
  readonly store?: { readonly sqliteFile: string } | { readonly redisUrl: string }
}

/** How far the store's clock is ahead of the real time. */
let aheadMs = 0
const now = () => Date.now() + aheadMs

async function openMailbox(store: ChildSettings['store']): Promise<Mailbox> {
  if (store === undefined) return createMemoryMailbox({ now })
  if ('sqliteFile' in store) return createSqliteMailbox({ file: store.sqliteFile, now })
  return createRedisMailbox({ url: store.redisUrl, now, timeoutMs: 20_000 })
}

// A relay in a separate process. An uncaught error ends it, as Node does by default.
const { store, ...settings }: ChildSettings = JSON.parse(process.env.RELAY_SETTINGS ?? '{}')
const tell = (message: ChildMessage) => process.send?.(message)

const mailbox = await openMailbox(store)
const relay = createRelay({ ...settings, mailbox })
process.on('message', async (question: ChildQuestion) => {
  if (question === 'memory when empty') {
    aheadMs += 3_600_000
    await mailbox.purge()
  }
  // Twice: objects released by finalizers in the first round are collected in the second.
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  tell({ rss: process.memoryUsage.rss() })
})
process.once('disconnect', () => process.exit(0))
tell({ port: (await relay.listen({ port: 0, host: '127.0.0.1' })).port })
