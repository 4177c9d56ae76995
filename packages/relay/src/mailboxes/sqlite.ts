import type { IrnPublish } from '@hawser/wire'
import type Database from 'libsql'
import { MailboxFailedError } from '../errors.ts'
import { defaultMailboxLimits, type MailboxLimits } from '../limits.ts'
import {
  checkUsage,
  lengthOf,
  type Mailbox,
  type MailboxListener,
  type MessageKey,
  messageIdOf,
  type PendingPage,
  type Position,
  type Receipt,
  type StoredMessage,
  type Usage,
} from '../mailbox.ts'
import { createGroupCommit } from './groupCommit.ts'
import { blobTextOf, integerOf, textOf } from './rows.ts'
import { openSqliteFile } from './sqliteFile.ts'

const purgePerCommit = 500

/**
 * A mailbox in one SQLite file, made with its folder when missing. What `put` promised survives the kill of the process
 * and, on a disk that honours fsync, the loss of power: WAL, synchronous FULL, one commit for all calls of a moment.
 * The file belongs to one relay at a time; `<file>-lock` holds it.
 * @param options - `now` is epoch milliseconds; `limits.totalLength` counts bytes of the file in use
 * @throws MailboxUnusableError, MailboxInUseError
 */
export function createSqliteMailbox(options: {
  readonly file: string
  readonly now?: () => number
  readonly limits?: Partial<MailboxLimits>
}): Mailbox {
  const { file, now = Date.now } = options
  const limits = { ...defaultMailboxLimits, ...options.limits }
  const { database, close } = openSqliteFile(file)
  const group = createGroupCommit(database)
  const statements = prepare(database)
  let isClosed = false
  let listener: MailboxListener | undefined

  const drop = (sequence: number) => {
    statements.dropTaken.run([sequence])
    statements.drop.run([sequence])
  }
  const putOne = (publisherId: string, publish: IrnPublish): readonly StoredMessage[] => {
    const { topic, message, tag, attestation, ttlSeconds } = publish
    const publishedAt = now()
    const messageId = messageIdOf(message)
    const known = statements.find.get([topic, messageId])
    if (known !== undefined) {
      if (integerOf(known, 'expires_at') > publishedAt) return []
      drop(integerOf(known, 'sequence'))
    }
    const length = lengthOf(publish)
    checkUsage(
      usageOf(statements.usage.get([topic, publishedAt]), statements.queue.get([publisherId, publishedAt])),
      length,
      limits,
    )
    const expiresAt = publishedAt + ttlSeconds * 1000
    const row = statements.insert.get([
      ...[topic, messageId, publisherId, length, publishedAt, expiresAt, tag],
      ...[Buffer.from(attestation), Buffer.from(message)],
    ])
    const sequence = integerOf(row, 'sequence')
    return [{ topic, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt }]
  }
  const put = (publisherId: string, publishes: readonly IrnPublish[]): readonly StoredMessage[] => {
    // All or none, also when others share the transaction.
    database.exec('SAVEPOINT put')
    try {
      const stored = publishes.flatMap((publish) => putOne(publisherId, publish))
      database.exec('RELEASE put')
      return stored
    } catch (error) {
      database.exec('ROLLBACK TO put; RELEASE put')
      throw error
    }
  }
  const pending = (clientId: string, positions: readonly Position[]): PendingPage => {
    const at = now()
    const messages: StoredMessage[] = []
    let length = 0
    for (const { topic, afterSequence } of positions) {
      const room = limits.pageMessages - messages.length
      // Lengths first: the texts of a long topic need not fit in memory.
      for (const row of statements.list.all([topic, afterSequence, at, clientId, clientId, room + 1])) {
        length += integerOf(row, 'length')
        const isFull = messages.length >= limits.pageMessages || length > limits.pageLength
        if (isFull && messages.length > 0) return { messages, hasMore: true }
        messages.push(messageOf(topic, statements.read.get([integerOf(row, 'sequence')])))
      }
    }
    return { messages, hasMore: false }
  }
  const remove = (clientId: string, keys: readonly MessageKey[]) => {
    for (const { topic, sequence } of keys) {
      statements.take.run([clientId, sequence, topic, clientId])
      statements.markTaken.run([sequence, topic, clientId])
    }
  }
  const find = (receipts: readonly Receipt[]): readonly MessageKey[] => {
    const at = now()
    return receipts.flatMap(({ topic, messageId }) => {
      const row = statements.find.get([topic, messageId])
      return row === undefined || integerOf(row, 'expires_at') <= at
        ? []
        : [{ topic, sequence: integerOf(row, 'sequence') }]
    })
  }
  const purgeSome = () => {
    const rows = statements.expired.all([now(), purgePerCommit])
    for (const row of rows) drop(integerOf(row, 'sequence'))
    return rows.length
  }

  return {
    listen: (given) => {
      listener = given
    },
    watch: async () => {},
    unwatch: () => {},
    check: () => group.commit(() => {}),
    async put(publisherId, publishes) {
      const stored = await group.commit(() => put(publisherId, publishes))
      listener?.onStored(stored)
      return stored
    },
    pending: (clientId, positions) => group.commit(() => pending(clientId, positions)),
    // An ack that is lost in a crash only means that the message comes again.
    remove: (clientId, keys) => group.commit(() => remove(clientId, keys), { canWait: true }),
    find: (receipts) => group.commit(() => find(receipts)),
    async purge() {
      let count = 0
      for (;;) {
        const some = await group.commit(purgeSome)
        count += some
        if (some < purgePerCommit) return count
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      group.close()
      try {
        close()
      } catch (cause) {
        throw new MailboxFailedError(`The mailbox ${file} could not be closed in order. Nothing stored is lost.`, {
          cause,
        })
      }
    },
  }
}

function prepare(database: Database.Database) {
  const isLive = 'topic = ? AND sequence > ? AND expires_at > ?'
  const isWanted =
    'publisher_id <> ? AND NOT EXISTS (SELECT 1 FROM taken WHERE taken.sequence = messages.sequence AND client_id = ?)'
  return {
    find: database.prepare('SELECT sequence, expires_at FROM messages WHERE topic = ? AND message_id = ?'),
    usage: database.prepare(`
      SELECT count(*) AS kept_messages, coalesce(sum(length), 0) AS kept_length,
        coalesce(sum(is_taken = 0), 0) AS queued_messages, coalesce(sum(iif(is_taken = 0, length, 0)), 0) AS queued_length,
        (SELECT (page_count - freelist_count) * page_size
          FROM pragma_page_count, pragma_freelist_count, pragma_page_size) AS total_length
      FROM messages WHERE topic = ? AND expires_at > ?`),
    queue: database.prepare(`
      SELECT count(*) AS messages, coalesce(sum(length), 0) AS length
      FROM messages WHERE publisher_id = ? AND is_taken = 0 AND expires_at > ?`),
    insert: database.prepare(`
      INSERT INTO messages
        (topic, message_id, publisher_id, length, published_at, expires_at, tag, attestation, message)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING sequence`),
    list: database.prepare(
      `SELECT sequence, length FROM messages WHERE ${isLive} AND ${isWanted} ORDER BY sequence LIMIT ?`,
    ),
    read: database.prepare(`
      SELECT sequence, publisher_id, published_at, expires_at, tag, attestation, message
      FROM messages WHERE sequence = ?`),
    take: database.prepare(`
      INSERT OR IGNORE INTO taken (client_id, sequence)
      SELECT ?, sequence FROM messages WHERE sequence = ? AND topic = ? AND publisher_id <> ?`),
    markTaken: database.prepare(
      'UPDATE messages SET is_taken = 1 WHERE sequence = ? AND topic = ? AND publisher_id <> ? AND is_taken = 0',
    ),
    expired: database.prepare('SELECT sequence FROM messages WHERE expires_at <= ? LIMIT ?'),
    drop: database.prepare('DELETE FROM messages WHERE sequence = ?'),
    dropTaken: database.prepare('DELETE FROM taken WHERE sequence = ?'),
  }
}

function usageOf(row: unknown, queue: unknown): Usage {
  return {
    queuedMessages: integerOf(row, 'queued_messages'),
    queuedLength: integerOf(row, 'queued_length'),
    clientMessages: integerOf(queue, 'messages'),
    clientLength: integerOf(queue, 'length'),
    keptMessages: integerOf(row, 'kept_messages'),
    keptLength: integerOf(row, 'kept_length'),
    totalLength: integerOf(row, 'total_length'),
  }
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
