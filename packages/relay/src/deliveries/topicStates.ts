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
  /**
   * The sequence of the last reported message. In phase `live`, all messages up to it are pushed or are not for this client.
   */
  reported: number
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
  /** The number of places that are not silent. */
  subscriptionCount: number
}

/** How many places of topics that are no longer subscribed are remembered. */
const rememberedPlaces = 5_000
const settled = Promise.resolve()

export function createTopicStates(): TopicStates {
  return { byTopic: new Map(), behind: undefined, subscriptionCount: 0 }
}

export function topicStateOf(places: TopicStates, topic: Topic): TopicState {
  const known = places.byTopic.get(topic)
  if (known !== undefined) return known
  const place: TopicState = {
    ...{ phase: 'silent', cursor: 0, reported: 0, hasNews: false },
    ...{ subscriptionId: undefined, attempt: settled },
  }
  places.byTopic.set(topic, place)
  if (places.byTopic.size > places.subscriptionCount + rememberedPlaces) forgetSilentPlaces(places)
  return place
}

export function phaseOf(places: TopicStates, topic: Topic): Phase {
  return places.byTopic.get(topic)?.phase ?? 'silent'
}

/** Whether a message was neither pushed nor fetched. */
export function isNew(places: TopicStates, { topic, sequence }: MessageKey): boolean {
  return sequence > topicStateOf(places, topic).cursor
}

/** @param topics - the topics to open, all of them silent */
export function openTopics(places: TopicStates, topics: readonly Topic[], attempt: Promise<void>): void {
  places.subscriptionCount += topics.length
  for (const topic of topics) {
    const place = topicStateOf(places, topic)
    place.phase = 'opening'
    place.attempt = attempt
  }
}

export function setBehind(places: TopicStates, topic: Topic, place: TopicState): void {
  place.phase = 'behind'
  places.behind ??= new Set()
  places.behind.add(topic)
}

export function setLive(places: TopicStates, topic: Topic, place: TopicState): void {
  place.phase = 'live'
  leaveBehind(places, topic)
}

/** @returns the topics that were not already silent */
export function setSilent(places: TopicStates, topics: readonly Topic[]): readonly Topic[] {
  const silenced = topics.filter((topic) => phaseOf(places, topic) !== 'silent')
  for (const topic of silenced) {
    topicStateOf(places, topic).phase = 'silent'
    leaveBehind(places, topic)
  }
  places.subscriptionCount -= silenced.length
  return silenced
}

function leaveBehind(places: TopicStates, topic: Topic): void {
  places.behind?.delete(topic)
  if (places.behind?.size === 0) places.behind = undefined
}

/** Forgets the oldest half of the silent places, so that the newest place stays. */
function forgetSilentPlaces(places: TopicStates): void {
  for (const [topic, place] of places.byTopic) {
    if (places.byTopic.size <= places.subscriptionCount + rememberedPlaces / 2) return
    if (place.phase === 'silent') places.byTopic.delete(topic)
  }
}
