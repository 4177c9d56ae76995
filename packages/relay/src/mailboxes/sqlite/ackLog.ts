import type { Topic } from '@hawser/wire'
import { asInteger, asObject } from '@hawser/wire/internal'
import { inOrder, type MessageKey } from '../mailbox.ts'
import type { MessageIndex } from '../messageIndex.ts'
import type { GroupCommit } from './groupCommit.ts'
import { blobTextOf, integerOf } from './rows.ts'
import type { SqliteDatabase } from './sqliteDatabase.ts'

/** Acks in a file. Acks that arrive together share one row, kept until the last message it names has expired. */
export type AckLog = {
  /** Marks messages as taken: at once in memory, and soon in the file. */
  take(clientId: string, keys: readonly MessageKey[]): void
  /** Loads the acks in the file. `topics` maps each known sequence to its topic. */
  load(topics: ReadonlyMap<number, Topic>): void
  purge(): Promise<void>
  /** Stops automatic writes. */
  stop(): void
  /** Writes the remaining acks, in a transaction of the caller. No ack can be taken after that. */
  writeRest(): void
}

type Takes = Map<string, number[]>

const saveAfterMs = 50
const retryAfterMs = 1_000
// A row is about a hundred bytes, or many kilobytes after a busy moment.
const rowsPerRead = 100

export function createAckLog(options: {
  readonly database: SqliteDatabase
  readonly group: GroupCommit
  readonly index: MessageIndex
  readonly now: () => number
}): AckLog {
  const { database, group, index, now } = options
  const insert = database.prepare('INSERT INTO takes (expires_at, length, takes) VALUES (?, ?, ?)')
  const expired = database.prepare('SELECT coalesce(sum(length), 0) AS length FROM takes WHERE expires_at <= ?')
  const drop = database.prepare('DELETE FROM takes WHERE expires_at <= ?')
  let unsaved: Takes = new Map()
  let lastExpiryAt = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const note = (clientId: string, sequences: readonly number[]) => {
    const known = unsaved.get(clientId)
    if (known === undefined) unsaved.set(clientId, [...sequences])
    else known.push(...sequences)
  }
  const saveSoon = (ms: number) => {
    if (!isStopped) timer ??= setTimeout(save, ms)
  }
  const write = (takes: Takes, expiresAt: number): number => {
    const text = Buffer.from(JSON.stringify(Object.fromEntries(takes)))
    insert.run([expiresAt, text.byteLength, text])
    return text.byteLength
  }
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (unsaved.size === 0) return
    const takes = unsaved
    const expiresAt = lastExpiryAt
    unsaved = new Map()
    lastExpiryAt = 0
    const again = () => {
      for (const [clientId, sequences] of takes) note(clientId, sequences)
      lastExpiryAt = Math.max(lastExpiryAt, expiresAt)
      saveSoon(retryAfterMs)
    }
    group.write(() => write(takes, expiresAt)).then(index.charge, again)
  }
  const loadRow = (row: unknown, topics: ReadonlyMap<number, Topic>) => {
    index.charge(integerOf(row, 'length'))
    for (const [clientId, sequences] of takesOf(row)) {
      for (const sequence of sequences) {
        const topic = topics.get(sequence)
        if (topic !== undefined) index.take(clientId, { topic, sequence })
      }
    }
  }

  return {
    take(clientId, keys) {
      const sequences: number[] = []
      for (const key of inOrder(keys)) {
        if (!index.take(clientId, key)) continue
        sequences.push(key.sequence)
        lastExpiryAt = Math.max(lastExpiryAt, index.expiryOf(key) ?? 0)
      }
      if (sequences.length === 0) return
      note(clientId, sequences)
      saveSoon(saveAfterMs)
    },
    load(topics) {
      const page = database.prepare(
        `SELECT row, length, takes FROM takes WHERE row > ? ORDER BY row LIMIT ${rowsPerRead}`,
      )
      for (let after = 0, count = rowsPerRead; count === rowsPerRead; ) {
        const rows: readonly unknown[] = page.all([after])
        count = rows.length
        for (const row of rows) {
          after = integerOf(row, 'row')
          loadRow(row, topics)
        }
      }
    },
    purge: () =>
      group
        .write(() => {
          const at = now()
          const length = integerOf(expired.get([at]), 'length')
          if (length > 0) drop.run([at])
          return length
        })
        .then((length) => index.charge(-length)),
    stop() {
      isStopped = true
      clearTimeout(timer)
      timer = undefined
    },
    writeRest() {
      if (unsaved.size > 0) write(unsaved, lastExpiryAt)
    },
  }
}

function takesOf(row: unknown): readonly (readonly [string, readonly number[]])[] {
  const takes = asObject(JSON.parse(blobTextOf(row, 'takes'))) ?? {}
  return Object.entries(takes).map(([clientId, sequences]) => [
    clientId,
    Array.isArray(sequences) ? sequences.map((one) => asInteger(one, 0, Number.MAX_SAFE_INTEGER) ?? 0) : [],
  ])
}
