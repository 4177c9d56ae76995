import { MailboxUnusableError } from '../../errors.ts'
import { integerOf } from './rows.ts'
import type { SqliteDatabase } from './sqliteDatabase.ts'

const version = 3
// 'HWSR': marks the files of Hawser among SQLite databases.
const applicationId = 0x48575352

// Clients' texts are blobs, because libsql cuts a TEXT at its first NUL. No index, because searches use the memory.
const messagesSchema = `
  CREATE TABLE messages (
    sequence INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    message_id TEXT NOT NULL,
    publisher_id TEXT NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    length INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    attestation BLOB NOT NULL,
    message BLOB NOT NULL
  ) STRICT;`

// address: in the form of `hashAddress` with the salt of this file, '' for no address. given: the highest sequence used when rows
// were last deleted; AUTOINCREMENT would write one more page for each commit. takes: JSON of client id → sequences.
const otherSchema = `
  CREATE TABLE given (sequence INTEGER NOT NULL, salt TEXT NOT NULL) STRICT;
  CREATE TABLE takes (
    row INTEGER PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    length INTEGER NOT NULL,
    takes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX takes_by_expiry ON takes (expires_at, length);`

const newSalt = 'lower(hex(randomblob(16)))'
const columns = `sequence, topic, message_id, publisher_id, '', length, published_at, expires_at, tag, attestation, message`

// Format 1 was searched in the file, and had a row for each message that a client took.
const fromVersion1 = `
  ALTER TABLE messages RENAME TO messages_of_1;
  ${messagesSchema}
  INSERT INTO messages SELECT ${columns} FROM messages_of_1;
  ${otherSchema}
  INSERT INTO given SELECT coalesce(max(seq), 0), ${newSalt} FROM sqlite_sequence WHERE name = 'messages_of_1';
  INSERT INTO takes (expires_at, length, takes)
    SELECT expires_at, octet_length(takes), CAST(takes AS BLOB) FROM (
      SELECT max(messages.expires_at) AS expires_at, json_object(client_id, json_group_array(sequence)) AS takes
      FROM taken JOIN messages USING (sequence) GROUP BY client_id);
  DROP TABLE taken;
  DROP TABLE messages_of_1;`

// Format 2 did not store the address that a message counts against.
const fromVersion2 = `
  ALTER TABLE messages RENAME TO messages_of_2;
  ${messagesSchema}
  INSERT INTO messages SELECT ${columns} FROM messages_of_2;
  DROP TABLE messages_of_2;
  ALTER TABLE given ADD COLUMN salt TEXT NOT NULL DEFAULT '';
  UPDATE given SET salt = ${newSalt};`

/**
 * Creates the tables of a new file, and migrates those of an older version.
 * @throws MailboxUnusableError - the file is another program's database, or of a later version
 */
export function checkSchema(database: SqliteDatabase, file: string): void {
  const pragma = (name: string) => integerOf(database.prepare(`PRAGMA ${name}`).get([]), name)
  const tables = integerOf(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get([]), 'tables')
  if (tables === 0) {
    write(
      database,
      `${messagesSchema} ${otherSchema} INSERT INTO given VALUES (0, ${newSalt}); PRAGMA application_id = ${applicationId};`,
    )
    return
  }
  if (pragma('application_id') !== applicationId)
    throw new MailboxUnusableError(`${file} is another program's database. Choose another file.`)
  const found = pragma('user_version')
  if (found === 1) write(database, fromVersion1)
  else if (found === 2) write(database, fromVersion2)
  else if (found !== version) {
    throw new MailboxUnusableError(
      `The mailbox ${file} has format ${found}; this relay reads format ${version}. Use the version of Hawser that wrote it.`,
    )
  }
}

function write(database: SqliteDatabase, sql: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(`${sql} PRAGMA user_version = ${version};`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}
