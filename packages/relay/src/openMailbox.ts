import { join } from 'node:path'
import type { RelayLogger } from './logger.ts'
import type { Mailbox } from './mailbox.ts'
import { createSqliteMailbox } from './mailboxes/sqlite.ts'
import type { RelaySettings } from './readSettings.ts'

export type OpenMailbox = {
  readonly mailbox: Mailbox
  /** For people, without a password. */
  readonly where: string
  /** Other relays may serve the same mailbox, and take over when this one leaves. */
  readonly isShared: boolean
}

/**
 * The store the settings name: a Redis, or else one SQLite file.
 * @throws MailboxUnusableError, MailboxInUseError
 */
export async function openMailbox(settings: RelaySettings, _logger: RelayLogger): Promise<OpenMailbox> {
  const { values, mailboxLimits: limits } = settings
  const file = join(values.dataDir, 'relay.sqlite')
  return { mailbox: createSqliteMailbox({ file, limits }), where: file, isShared: false }
}
