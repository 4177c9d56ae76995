import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../errors.ts'
import { type MailboxLimits, mailboxLimitsOf } from '../limits/limits.ts'
import { createHashAddress } from './hashAddress.ts'
import type { Mailbox, MailboxListener, StoredMessage } from './mailbox.ts'
import { createMessageIndex, type Placed } from './messageIndex.ts'
import { pageOf } from './pageOf.ts'
import { createAckLog } from './sqlite/ackLog.ts'
import { type Commit, createGroupCommit } from './sqlite/groupCommit.ts'
import { blobTextOf, integerOf, textOf } from './sqlite/rows.ts'
import type { SqliteDatabase } from './sqlite/sqliteDatabase.ts'
import { openSqliteFile } from './sqlite/sqliteFile.ts'
import type { Entry } from './topicIndex.ts'

const purgePerCommit = 500
// One statement for several rows costs less than one for each.
const rowsPerInsert = 8
// A larger number would delay all other calls.
const forgottenAtOnce = 5_000
// The share of the store that the file can use for removed messages, in addition to the stored ones.
const deadShare = 1 / 16
const rowsPerRead = 10_000

/**
 * A mailbox in one SQLite file, created with its folder if missing. Messages that `put` confirmed survive a kill of the process
 * and, on a disk that honours fsync, a loss of power. Concurrent calls share one commit and one fsync of the log. The file
 * belongs to one relay at a time; `<file>-lock` locks it. Everything except the texts is also in memory.
 * @param options - `now` returns epoch milliseconds; `onCommit` is called for each commit. `onBroken` is called once, when the
 * disk failed an fsync: the mailbox refuses everything from then on and the process should end.
 * @throws MailboxUnusableError, MailboxInUseError
 * @throws DriverMissingError - the package libsql is not installed
 * @example
 * const mailbox = createSqliteMailbox({ file: '/var/lib/hawser/mailbox.sqlite' })
 * const relay = createRelay({ mailbox })
 */
export function createSqliteMailbox(options: {
  readonly file: string
  readonly now?: () => number
  readonly limits?: Partial<MailboxLimits>
  readonly onCommit?: (commit: Commit) => void
  readonly onBroken?: (error: MailboxFailedError) => void
}): Mailbox {
  const { file, now = Date.now, onCommit, onBroken } = options
  const limits = mailboxLimitsOf(options.limits)
  const { database, sync, grew, fold, close } = openSqliteFile(file)
  const group = createGroupCommit({ database, sync, fold, beforeCommit: () => insertPlaced(), onCommit, onBroken })
  const statements = prepare(database)
  /** Messages of the running transaction that are not in the file yet. */
  let placedUnwritten: Placed[] = []
  /** The sequences of removed messages whose rows are still in the file. */
  const dead: number[] = []
  let deadLength = 0
  const onDrop = ({ sequence, length }: Entry) => {
    dead.push(sequence)
    deadLength += length
  }
  const given: unknown = statements.given.get([])
  const [lastSequence, salt] = [integerOf(given, 'sequence'), textOf(given, 'salt')]
  const hashAddress = createHashAddress(salt)
  const index = createMessageIndex({ now, limits, lastSequence, onDrop })
  const ackLog = createAckLog({ database, group, index, now })
  let isClosed = false
  let purging: Promise<void> = Promise.resolve()
  let listener: MailboxListener | undefined

  const restore = () => {
    const topics = new Map<number, Topic>()
    load(database, (entry) => {
      if (index.restore(entry)) topics.set(entry.sequence, entry.topic)
      else dead.push(entry.sequence)
    })
    ackLog.load(topics)
  }
  restore()
  const insertPlaced = () => {
    const all = placedUnwritten
    placedUnwritten = []
    for (const { entry } of all) grew(entry.length)
    const together = all.length - (all.length % rowsPerInsert)
    for (let at = 0; at < together; at += rowsPerInsert)
      statements.insertSeveral.run(valuesOf(all.slice(at, at + rowsPerInsert)))
    for (const one of all.slice(together)) statements.insert.run(valuesOf([one]))
  }
  const read = (topic: Topic, { sequence }: Entry) => messageOf(topic, statements.read.get([sequence]))
  const dropDead = async () => {
    while (dead.length > 0) {
      const some = dead.slice(0, purgePerCommit)
      await group.write(() => {
        for (const sequence of some) statements.drop.run([sequence])
        // The file no longer shows that the sequences of the dropped rows were used.
        statements.setGiven.run([index.lastSequence()])
      })
      dead.splice(0, some.length)
    }
  }

  const inOrder = (work: () => Promise<unknown>): Promise<unknown> => {
    const done = purging.then(work)
    purging = done.then(
      () => {},
      () => {},
    )
    return done
  }
  /**
   * Drops the rows of removed messages between purges. If others take a client's messages immediately, rows die as fast as the
   * client writes them.
   */
  const dropWhenMany = () => {
    if (deadLength < limits.totalLength * deadShare) return
    deadLength = 0
    inOrder(dropDead).catch(() => {})
  }

  return {
    listen: (given) => {
      listener = given
    },
    watch: async () => {},
    unwatch: () => {},
    check: () => group.read(() => void statements.given.get([])),
    async put(publisherId, publishes, address) {
      const mark = address === undefined ? undefined : hashAddress(address)
      let placed: readonly Placed[] = []
      const run = () => {
        placed = []
        placed = index.put(publisherId, publishes, mark)
        placedUnwritten.push(...placed)
      }
      let stored: readonly StoredMessage[] = []
      const undo = () => {
        placedUnwritten = []
        index.takeBack(placed)
        // A failed ROLLBACK can leave the rows in the file.
        for (const { entry } of placed) onDrop(entry)
      }
      // Before the disk has them: a publisher waits for the fsync, a subscriber need not.
      const onCommit = () => {
        stored = placed.map((one) => one.stored)
        listener?.onStored(stored)
      }
      await group.write(run, { undo, onCommit })
      dropWhenMany()
      return stored
    },
    pending: (clientId, positions) =>
      group.read(() => {
        // A put of the same transaction can be before this call.
        insertPlaced()
        return pageOf(index, limits, clientId, positions, read)
      }),
    // If a crash loses an ack, the only effect is that the message is delivered again.
    async remove(clientId, keys) {
      group.check()
      ackLog.take(clientId, keys)
    },
    find: (receipts) => group.read(() => index.find(receipts)),
    async purge() {
      let dropped = 0
      for (let some = forgottenAtOnce; some >= forgottenAtOnce; dropped += some)
        some = await group.read(() => index.dropExpired(forgottenAtOnce))
      deadLength = 0
      await inOrder(() => Promise.all([dropDead(), ackLog.purge()]))
      return dropped
    },
    async close() {
      if (isClosed) return
      isClosed = true
      ackLog.stop()
      await group.close(ackLog.writeRest)
      try {
        close()
      } catch (cause) {
        throw new MailboxFailedError(`The mailbox ${file} could not be closed cleanly. No stored message is lost.`, {
          cause,
        })
      }
    },
  }
}

function load(database: SqliteDatabase, restore: (entry: Entry) => void): void {
  // Raw rows halve the time to open a large file.
  const page = database
    .prepare(`
      SELECT sequence, topic, message_id, publisher_id, length, expires_at, address FROM messages
      WHERE sequence > ? ORDER BY sequence LIMIT ${rowsPerRead}`)
    .raw(true)
  // Interned, because many rows share a client id, an address and a topic.
  const names = new Map<string, string>()
  const intern = (name: string) => {
    const known = names.get(name)
    if (known === undefined) names.set(name, name)
    return known ?? name
  }
  for (let after = 0, count = rowsPerRead; count === rowsPerRead; ) {
    const rows: readonly unknown[] = page.all([after])
    count = rows.length
    for (const row of rows) {
      after = integerOf(row, 0)
      const [messageId, publisherId] = [textOf(row, 2), intern(textOf(row, 3))]
      const [length, expiresAt] = [integerOf(row, 4), integerOf(row, 5)]
      const address = intern(textOf(row, 6)) || undefined
      const [topic, sequence, isTaken] = [intern(textOf(row, 1)), after, false]
      restore({ topic, sequence, messageId, publisherId, address, length, expiresAt, isTaken, charged: 0 })
    }
  }
}

function prepare(database: SqliteDatabase) {
  return {
    given: database.prepare('SELECT sequence, salt FROM given'),
    setGiven: database.prepare('UPDATE given SET sequence = ?'),
    insert: prepareInsert(database, 1),
    insertSeveral: prepareInsert(database, rowsPerInsert),
    read: database.prepare(`
      SELECT sequence, publisher_id, published_at, expires_at, tag, attestation, message
      FROM messages WHERE sequence = ?`),
    drop: database.prepare('DELETE FROM messages WHERE sequence = ?'),
  }
}

/** Texts are bytes in the file, because one can contain NUL. SQLite casts them faster than a Buffer is made and bound. */
function prepareInsert(database: SqliteDatabase, rows: number) {
  const values = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BLOB), CAST(? AS BLOB))')
  return database.prepare(`
    INSERT INTO messages
      (sequence, topic, message_id, publisher_id, address, length, published_at, expires_at, tag, attestation, message)
    VALUES ${values.join(', ')}`)
}

function valuesOf(placed: readonly Placed[]): readonly (string | number)[] {
  const values: (string | number)[] = []
  for (const { stored, entry } of placed) {
    const { topic, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt } = stored
    const { messageId, length, address = '' } = entry
    values.push(
      sequence,
      topic,
      messageId,
      publisherId,
      address,
      length,
      publishedAt,
      expiresAt,
      tag,
      attestation,
      message,
    )
  }
  return values
}

function messageOf(topic: string, row: unknown): StoredMessage {
  return {
    topic,
    sequence: integerOf(row, 'sequence'),
    publisherId: textOf(row, 'publisher_id'),
    message: blobTextOf(row, 'message'),
    tag: integerOf(row, 'tag'),
    attestation: blobTextOf(row, 'attestation'),
    publishedAt: integerOf(row, 'published_at'),
    expiresAt: integerOf(row, 'expires_at'),
  }
}
