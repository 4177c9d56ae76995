import type { Topic } from '@hawser/wire'
import type { MessageKey } from '../mailboxes/mailbox.ts'

/**
 * `opening`: subscribed, but the answer is not sent yet. `behind`: the store can contain messages to push. `live`: everything
 * is pushed, and new messages are pushed as they arrive. `silent`: not subscribed, but remembered so that nothing is pushed
 * twice.
 */
export type Phase = 'silent' | 'opening' | 'behind' | 'live'

/** The position of a connection in one topic. */
export type TopicState = {
  phase: Phase
  /** The sequence of the last message that was pushed or fetched. */
  cursor: number
  hasNews: boolean
  /** Computed at the first push and kept, because the hash costs as much as the push. */
  subscriptionId: string | undefined
  /** The latest subscription attempt. Once it resolves, the store has reported everything it contains. */
  attempt: Promise<void>
}

/**
 * The positions of a connection in each of its topics. This is plain data with functions over it, because closures would cost
 * memory on every idle connection.
 */
export type TopicStates = {
  readonly byTopic: Map<Topic, TopicState>
  /**
   * The topics in phase `behind`. The set is created on demand: most connections are idle, and an empty set costs each 200
   * bytes.
   */
  behind: Set<Topic> | undefined
  /** The number of topics that are not silent. */
  subscriptionCount: number
}

/** How many topics that are no longer subscribed are remembered. */
const rememberedSilentTopics = 5_000
const settled = Promise.resolve()

export function createTopicStates(): TopicStates {
  return { byTopic: new Map(), behind: undefined, subscriptionCount: 0 }
}

export function topicStateOf(topicStates: TopicStates, topic: Topic): TopicState {
  const known = topicStates.byTopic.get(topic)
  if (known !== undefined) return known
  // Written without spreads: V8 keeps the fields of a second spread in an array of their own.
  const topicState: TopicState = {
    phase: 'silent',
    cursor: 0,
    hasNews: false,
    subscriptionId: undefined,
    attempt: settled,
  }
  topicStates.byTopic.set(topic, topicState)
  if (topicStates.byTopic.size > topicStates.subscriptionCount + rememberedSilentTopics) forgetSilentTopics(topicStates)
  return topicState
}

export function phaseOf(topicStates: TopicStates, topic: Topic): Phase {
  return topicStates.byTopic.get(topic)?.phase ?? 'silent'
}

/** Whether a message was neither pushed nor fetched. */
export function isNew(topicStates: TopicStates, { topic, sequence }: MessageKey): boolean {
  return sequence > topicStateOf(topicStates, topic).cursor
}

/** @param topics - the topics to open, all of them silent */
export function openTopics(topicStates: TopicStates, topics: readonly Topic[], attempt: Promise<void>): void {
  topicStates.subscriptionCount += topics.length
  for (const topic of topics) {
    const topicState = topicStateOf(topicStates, topic)
    topicState.phase = 'opening'
    topicState.attempt = attempt
  }
}

export function setBehind(topicStates: TopicStates, topic: Topic, topicState: TopicState): void {
  topicState.phase = 'behind'
  topicStates.behind ??= new Set()
  topicStates.behind.add(topic)
}

export function setLive(topicStates: TopicStates, topic: Topic, topicState: TopicState): void {
  topicState.phase = 'live'
  leaveBehind(topicStates, topic)
}

/** @returns the topics that were not already silent */
export function setSilent(topicStates: TopicStates, topics: readonly Topic[]): readonly Topic[] {
  const silenced = topics.filter((topic) => phaseOf(topicStates, topic) !== 'silent')
  for (const topic of silenced) {
    topicStateOf(topicStates, topic).phase = 'silent'
    leaveBehind(topicStates, topic)
  }
  topicStates.subscriptionCount -= silenced.length
  return silenced
}

function leaveBehind(topicStates: TopicStates, topic: Topic): void {
  topicStates.behind?.delete(topic)
  if (topicStates.behind?.size === 0) topicStates.behind = undefined
}

/** Forgets the oldest half of the silent topics, so that the newest one stays. */
function forgetSilentTopics(topicStates: TopicStates): void {
  for (const [topic, topicState] of topicStates.byTopic) {
    if (topicStates.byTopic.size <= topicStates.subscriptionCount + rememberedSilentTopics / 2) return
    if (topicState.phase === 'silent') topicStates.byTopic.delete(topic)
  }
}
