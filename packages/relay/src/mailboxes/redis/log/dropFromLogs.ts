import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../../errors.ts'
import type { RedisReplica } from '../redisReplica.ts'
import { acksOf, logOf, type Moment, type RunScript } from '../redisSteps.ts'
import { idOf } from './logEntry.ts'

const topicsAtOnce = 200
/**
 * Removes from Redis what the index has dropped: expired messages, and taken ones that made room. If a call fails, its messages
 * are removed the next time.
 */
export async function dropFromLogs(moment: Moment, replica: RedisReplica, runScript: RunScript): Promise<void> {
  const dropped = [...replica.takeDropped()]
  const errors: unknown[] = []
  const dropOne = async ([topic, sequences]: readonly [Topic, readonly number[]]) => {
    try {
      if (moment.deadline.isOver) throw new MailboxFailedError('Redis has not answered in time. Try again.')
      await runScript(moment, 'drop', [logOf(topic), acksOf(topic)], sequences.map(idOf))
    } catch (error) {
      replica.returnDropped(topic, sequences)
      errors.push(error)
    }
    replica.release(topic)
  }
  for (let first = 0; first < dropped.length; first += topicsAtOnce)
    await Promise.all(dropped.slice(first, first + topicsAtOnce).map(dropOne))
  if (errors.length > 0) throw errors[0]
}
