import type { IrnPublish, Topic } from '@hawser/wire'
import { MailboxFailedError, MailboxLimitExceededError } from '../../errors.ts'
import { isBrief } from '../../limits/limits.ts'
import { redisFull, replyCodeOf } from '../../redis/redisFailure.ts'
import { textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { ScriptPart } from '../../redis/scriptBatches.ts'
import type { StoredMessage } from '../mailbox.ts'
import type { Placed } from '../messageIndex.ts'
import { formatBody, idOf, sequenceOf } from './log/logEntry.ts'
import type { Position, RedisReplica } from './redisReplica.ts'
import type { RedisRoom } from './redisRoom.ts'
import { groupBySlot, keepMsOf, logOf, type Moment, type Owner, type RunShared } from './redisSteps.ts'
import { type TopicQueues, topicsOf } from './topicQueues.ts'

/** `put` of a mailbox in Redis. Calls on one topic take effect in their order. */
export type RedisPut = (
  moment: Moment,
  owner: Owner,
  publishes: readonly IrnPublish[],
) => Promise<readonly StoredMessage[]>

/** `behind`: another relay has come before. `topic` and `given` say where its log is. */
type Outcome =
  | { readonly kind: 'appended' }
  | { readonly kind: 'full'; readonly topic: Topic }
  | { readonly kind: 'behind'; readonly topic: Topic; readonly given: number }
  | { readonly kind: 'failed'; readonly error: unknown }
/** One call, with the messages that earlier attempts have stored. */
type Call = {
  readonly moment: Moment
  readonly owner: Owner
  readonly publishes: readonly IrnPublish[]
  readonly stored: StoredMessage[]
  readonly resolve: (stored: readonly StoredMessage[]) => void
  readonly reject: (error: unknown) => void
  /** Whether this relay has looked at what other relays know, to find room. */
  hasLearned: boolean
}
/** A message on its way to the log of its topic. */
type Append = Placed & { readonly call: Call; readonly position: Position; readonly before: number }
/** The calls that have room, and the error of the next one. */
type Placement = { readonly calls: readonly Call[]; readonly appends: readonly Append[]; readonly refusal: unknown }
type Attempt = Pick<Placement, 'calls' | 'refusal'> & { readonly outcome: Outcome }

/** How many calls on one topic go to Redis together. */
const mostTogether = 64

/** @param options - `onDoubt` receives the topics of a call that failed, because messages of other relays may have been missed */
export function createRedisPut(options: {
  readonly shards: RedisShards
  readonly runShared: RunShared
  readonly replica: RedisReplica
  readonly room: RedisRoom
  readonly turns: TopicQueues
  readonly now: () => number
  readonly isWatched: (topic: Topic) => boolean
  readonly onStored: (messages: readonly StoredMessage[]) => void
  readonly onDoubt: (topics: readonly Topic[]) => void
}): RedisPut {
  const { shards, runShared, replica, room, turns, now, isWatched, onStored, onDoubt } = options
  const { index } = replica
  /** The calls that wait for the next turn of a topic. */
  const waiting = new Map<Topic, Call[]>()

  const partOf = (group: readonly Append[], positions: readonly Position[]): ScriptPart => {
    const args = [String(positions.length), String(group.length)]
    for (const one of group) {
      const { entry, position, before } = one
      const place = positions.indexOf(position) + 1
      const flags = `${position.isProven ? '' : 'c'}${shards.isCluster ? 's' : isWatched(entry.topic) ? 'w' : ''}`
      args.push(String(place), idOf(entry.sequence), idOf(before), flags)
      args.push(keepMsOf(entry.expiresAt - now()), formatBody(one))
    }
    return { keys: positions.map(({ topic }) => logOf(topic)), args }
  }
  /** Appends all messages of one slot or none. */
  const appendGroup = async (moment: Moment, group: readonly Append[]): Promise<Outcome> => {
    const positions = [...new Set(group.map(({ position }) => position))]
    const part = partOf(group, positions)
    try {
      return readOutcome(await runShared(moment, 'append', part), positions)
    } catch (error) {
      if (replyCodeOf(error) !== 'OOM') return { kind: 'failed', error }
    }
    const areBrief = group.every(({ entry, stored }) =>
      isBrief(entry.length, (stored.expiresAt - stored.publishedAt) / 1_000),
    )
    if (!areBrief) return { kind: 'full', topic: positions[0]?.topic ?? '' }
    try {
      return readOutcome(await runShared(moment, 'appendWhenFull', part), positions)
    } catch (error) {
      return { kind: 'failed', error }
    }
  }
  /**
   * Appends messages of several slots, and adds those in the logs to `appended`. No script spans two slots, so the first message's
   * slot comes last: the first message is then never stored without the others (decision 0091).
   */
  const appendGroups = async (
    moment: Moment,
    [first = [], ...others]: readonly (readonly Append[])[],
    appended: Append[],
  ): Promise<Outcome> => {
    const append = async (group: readonly Append[]) => {
      const outcome = await appendGroup(moment, group)
      if (outcome.kind === 'appended') appended.push(...group)
      return outcome
    }
    const outcomes = await Promise.all(others.map(append))
    const refused = outcomes.find(({ kind }) => kind === 'failed') ?? outcomes.find(({ kind }) => kind !== 'appended')
    return refused ?? append(first)
  }

  /** Places the messages of the calls in the index, up to the first call that has no room. */
  const place = (calls: readonly Call[], positions: readonly Position[]): Placement => {
    const befores = positions.map(({ last }) => last)
    const appends: Append[] = []
    let count = 0
    try {
      for (const call of calls) {
        for (const { stored, entry } of index.put(call.owner.publisherId, call.publishes, call.owner.address)) {
          const place = positions.findIndex(({ topic }) => topic === entry.topic)
          const [position, before] = [positions[place], befores[place]]
          if (position === undefined || before === undefined) continue
          appends.push({ stored, entry, call, position, before })
          befores[place] = entry.sequence
        }
        count += 1
      }
      return { calls, appends, refusal: undefined }
    } catch (refusal) {
      return { calls: calls.slice(0, count), appends, refusal }
    }
  }
  const record = (appended: readonly Append[]) => {
    for (const { call, stored, position } of appended) {
      position.last = Math.max(position.last, stored.sequence)
      position.isProven = true
      call.stored.push(stored)
    }
    // Before the news of later messages is handled.
    onStored(appended.map(({ stored }) => stored))
  }
  const attempt = async (calls: readonly Call[], topics: readonly Topic[], moment: Moment): Promise<Attempt> => {
    const positions: Position[] = []
    try {
      for (const topic of topics) positions.push(replica.enter(topic) ?? (await replica.open(moment, topic)))
      const { calls: placed, appends, refusal } = place(calls, positions)
      if (appends.length === 0) return { calls: placed, refusal, outcome: { kind: 'appended' } }
      const groups = groupBySlot(shards, appends)
      let appended: readonly Append[] = []
      let outcome: Outcome
      if (groups.length > 1) {
        const some: Append[] = []
        outcome = await appendGroups(moment, groups, some)
        appended = some
      } else {
        outcome = await appendGroup(moment, appends)
        if (outcome.kind === 'appended') appended = appends
      }
      record(appended)
      if (appended.length < appends.length)
        undo(
          appends.filter((one) => !appended.includes(one)),
          outcome,
          topics,
        )
      return { calls: placed, refusal, outcome }
    } finally {
      for (const position of positions) replica.leave(position)
    }
  }
  const undo = (left: readonly Append[], { kind }: Outcome, topics: readonly Topic[]) => {
    index.takeBack(left)
    // A failed call may have appended them all the same. The log says so when it is read next.
    if (kind === 'failed') for (const { entry } of left) replica.forget(entry.topic)
    onDoubt(topics)
  }
  /** Looks for room for a call. False if the search is over. */
  const findRoom = async (call: Call, refusal: unknown, topics: readonly Topic[]): Promise<boolean> => {
    if (call.hasLearned || !(refusal instanceof MailboxLimitExceededError)) return false
    call.hasLearned = true
    await room.learn(call.moment, refusal.bound, call.owner, topics)
    return true
  }
  /** Settles the calls in their order. */
  const putAll = async (calls: readonly Call[], topics: readonly Topic[]): Promise<void> => {
    // Other calls of this turn of the event loop join the first one.
    await new Promise(process.nextTick)
    const [topic = ''] = topics
    if (waiting.get(topic) === calls) waiting.delete(topic)
    const left = [...calls]
    try {
      await putSome(left, topics)
    } catch (error) {
      for (const { reject } of left) reject(error)
    }
    for (const one of topics) replica.release(one)
  }
  /** Settles the calls in `left`, and removes those that are settled. */
  const putSome = async (left: Call[], topics: readonly Topic[]): Promise<void> => {
    let atOnce = left.length
    const settle = (count: number, how: (call: Call) => void) => {
      for (const call of left.splice(0, count)) how(call)
    }
    for (;;) {
      const [first] = left
      const newest = left.at(-1)
      if (first === undefined || newest === undefined) return
      if (first.moment.deadline.isOver) {
        settle(1, ({ reject }) => reject(new MailboxFailedError('Redis has not answered in time. Try again.')))
        continue
      }
      const { calls: placed, refusal, outcome } = await attempt(left.slice(0, atOnce), topics, newest.moment)
      switch (outcome.kind) {
        case 'appended': {
          settle(placed.length, (call) => call.resolve(storedOf(call)))
          const [next] = left
          if (refusal !== undefined && next !== undefined && !(await findRoom(next, refusal, topics)))
            settle(1, ({ reject }) => reject(refusal))
          break
        }
        case 'behind':
          await replica.recover(newest.moment, outcome.topic, outcome.given)
          break
        case 'full':
          // A short message can have room where a long one has none.
          if (placed.length > 1) atOnce = 1
          else if (!(await room.ofAll(first.moment, outcome.topic))) settle(1, ({ reject }) => reject(redisFull()))
          break
        case 'failed':
          settle(placed.length, ({ reject }) => reject(outcome.error))
          break
      }
    }
  }
  return (moment, owner, publishes) =>
    new Promise((resolve, reject) => {
      const call = { moment, owner, publishes, stored: [], hasLearned: false, resolve, reject }
      const topics = topicsOf(publishes)
      const [topic = ''] = topics
      const others = topics.length > 1 ? undefined : waiting.get(topic)
      if (others !== undefined && others.length < mostTogether) {
        others.push(call)
        return
      }
      const calls: Call[] = [call]
      // Later calls do not join those that wait before this one.
      for (const one of topics) waiting.delete(one)
      if (topics.length === 1) waiting.set(topic, calls)
      void turns.run(topics, () => putAll(calls, topics))
    })
}

/** Sorts the stored messages of a call in its own order. In a cluster, the first one is stored last. */
function storedOf({ publishes, stored }: Call): readonly StoredMessage[] {
  if (stored.length < 2) return stored
  const places = new Map(publishes.map(({ topic, message }, place) => [`${topic} ${message}`, place]))
  const placeOf = ({ topic, message }: StoredMessage) => places.get(`${topic} ${message}`) ?? 0
  return stored.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Reads the script's answer: `appended`, `full`, or `behind <index of the topic> <last id>`. */
function readOutcome(reply: unknown, positions: readonly Position[]): Outcome {
  const [kind, index, id = ''] = textOf(reply).split(' ')
  if (kind === 'appended') return { kind }
  if (kind === 'full') return { kind, topic: positions[0]?.topic ?? '' }
  const topic = positions[Number(index) - 1]?.topic
  if (kind !== 'behind' || topic === undefined)
    throw new MailboxFailedError('Redis answered without a usable outcome. Try again.')
  return { kind, topic, given: sequenceOf(id) }
}
