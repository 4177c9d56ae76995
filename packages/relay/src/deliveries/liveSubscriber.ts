import type { CarriedMessage, StoredMessage } from '../mailboxes/mailbox.ts'
import type { CatchUp } from './catchUp.ts'
import type { Recipient } from './recipient.ts'
import type { Subscriber } from './subscribers.ts'
import { isNew, setBehind, type TopicState, topicStateOf } from './topicStates.ts'

/**
 * Pushes messages on live topics as they arrive. A topic whose message cannot be pushed falls behind and is read from the
 * store.
 */
export function createLiveSubscriber(options: {
  readonly push: (recipient: Recipient, message: StoredMessage, topicState: TopicState) => void
  readonly catchUp: CatchUp
}): Subscriber {
  const { push, catchUp } = options
  return {
    offer(recipient, message) {
      const { clientId, topicStates } = recipient
      const topicState = topicStateOf(topicStates, message.topic)
      if (topicState.phase === 'opening') return
      if (topicState.phase === 'live' && message.publisherId !== clientId && isNew(topicStates, message)) {
        if (recipient.canPush()) return push(recipient, message, topicState)
        setBehind(topicStates, message.topic, topicState)
      }
      topicState.hasNews = true
    },
    hear(recipient, topic, news) {
      const { clientId, topicStates } = recipient
      const topicState = topicStateOf(topicStates, topic)
      if (topicState.phase === 'opening' || topicState.phase === 'silent') return
      if (news !== undefined && news.sequence <= topicState.cursor) return
      const isOwn = news?.publisherId === clientId
      if (news?.carried !== undefined && isNext(topicState, news.carried)) {
        if (!isOwn && recipient.canPush()) return push(recipient, news.carried.message, topicState)
        if (isOwn) topicState.reported = Math.max(topicState.reported, news.sequence)
      }
      if (isOwn) return
      topicState.reported = Math.max(topicState.reported, news?.sequence ?? 0)
      topicState.hasNews = true
      if (topicState.phase === 'behind') return
      setBehind(topicStates, topic, topicState)
      catchUp(recipient)
    },
  }
}

/** Whether every message stored before the carried one is already pushed or needs no push. */
function isNext(topicState: TopicState, { previousSequence }: CarriedMessage): boolean {
  return topicState.phase === 'live' && previousSequence <= Math.max(topicState.cursor, topicState.reported)
}
