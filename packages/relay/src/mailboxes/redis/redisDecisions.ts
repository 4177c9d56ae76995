import type { Topic } from '@hawser/wire'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import type { RedisAccounts } from './redisAccounts.ts'
import { type Moment, type RunScript, topicKeys } from './redisSteps.ts'

/** Messages on a topic that a put over several slots has staged and not stored yet. */
export type Staged = {
  readonly topic: Topic
  readonly txn: string
  /** The topic that holds the decision. */
  readonly coordinator: Topic
  readonly ageMs: number
}

/** A staged message that is now stored. */
export type Applied = {
  readonly messageId: string
  readonly sequence: number
  readonly publishedAt: number
  readonly expiresAt: number
}

/** Ends puts over several slots, whichever relay began them. */
export type RedisDecisions = {
  apply(moment: Moment, topic: Topic, txn: string): Promise<readonly Applied[]>
  drop(moment: Moment, topic: Topic, txn: string): Promise<void>
  settle(moment: Moment, coordinator: Topic, txn: string): Promise<void>
  /**
   * Stores committed messages and drops those that are late to be committed.
   * @returns whether anything changed
   */
  resolve(moment: Moment, staged: readonly Staged[]): Promise<boolean>
}

/** The relay that began a put has this long to commit it before others drop it. */
export const commitMs = 1_000

export function createRedisDecisions(runScript: RunScript, accounts: RedisAccounts): RedisDecisions {
  const apply: RedisDecisions['apply'] = async (moment, topic, txn) => {
    const reply = listOf(await runScript(moment, 'apply', topicKeys([topic]), [txn]))
    return reply.map(listOf).map(([messageId, sequence, publishedAt, expiresAt]) => ({
      messageId: textOf(messageId),
      sequence: numberOf(sequence),
      publishedAt: numberOf(publishedAt),
      expiresAt: numberOf(expiresAt),
    }))
  }
  const drop: RedisDecisions['drop'] = async (moment, topic, txn) => {
    await accounts.releaseDropped(moment, await runScript(moment, 'drop', topicKeys([topic]), [txn]))
  }
  const resolveOne = async (moment: Moment, { topic, txn, coordinator, ageMs }: Staged): Promise<boolean> => {
    const mayAbort = ageMs > commitMs ? '1' : '0'
    const decision = await runScript(moment, 'decide', topicKeys([coordinator]), [txn, mayAbort])
    if (decision === 'committed') await apply(moment, topic, txn)
    if (decision === 'aborted') await drop(moment, topic, txn)
    return decision !== 'undecided'
  }
  return {
    apply,
    drop,
    async settle(moment, coordinator, txn) {
      await runScript(moment, 'settle', topicKeys([coordinator]), [txn])
    },
    async resolve(moment, staged) {
      const changes = await Promise.all(staged.map((one) => resolveOne(moment, one)))
      return changes.includes(true)
    },
  }
}

/** Reads the scripts' list of staged messages on the given topics. */
export function stagedOf(reply: unknown, topics: readonly Topic[]): readonly Staged[] {
  return listOf(reply)
    .map(listOf)
    .map(([index, txn, coordinator, ageMs]) => ({
      topic: topics[numberOf(index) - 1] ?? '',
      txn: textOf(txn),
      coordinator: textOf(coordinator),
      ageMs: numberOf(ageMs),
    }))
}
