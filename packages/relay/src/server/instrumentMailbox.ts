import { MailboxLimitExceededError } from '../errors.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { type RelayMetrics, silentMetrics } from './metrics.ts'

/** Adds metrics to a mailbox. Promises are passed on unchanged, so that nothing settles later than without metrics. */
export function instrumentMailbox(mailbox: Mailbox, metrics: RelayMetrics): Mailbox {
  if (metrics === silentMetrics) return mailbox
  const failed = (error: unknown) => {
    if (!(error instanceof MailboxLimitExceededError)) metrics.storeFailed()
  }
  return {
    ...mailbox,
    put(publisherId, publishes, address) {
      const startedAt = performance.now()
      const done = mailbox.put(publisherId, publishes, address)
      done.then((fresh) => {
        metrics.committed((performance.now() - startedAt) / 1000)
        metrics.stored(fresh.length, publishes.length - fresh.length)
      }, failed)
      return done
    },
    pending(clientId, positions) {
      const done = mailbox.pending(clientId, positions)
      done.catch(failed)
      return done
    },
    remove(clientId, keys) {
      const done = mailbox.remove(clientId, keys)
      done.then(() => metrics.acknowledged(keys.length), failed)
      return done
    },
    watch(topics) {
      const done = mailbox.watch(topics)
      done.catch(failed)
      return done
    },
  }
}
