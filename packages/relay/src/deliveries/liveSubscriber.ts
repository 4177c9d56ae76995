import type { CarriedMessage, StoredMessage } from '../mailboxes/mailbox.ts'
import type { Subscriber } from './subscribers.ts'
import { isNew, setBehind, type TopicState, type TopicStates, topicStateOf } from './topicStates.ts'

/**
 * Pushes messages on live topics as they arrive. A topic whose message cannot be pushed falls behind and is read from the
 * store.
 */
export function createLiveSubscriber(options: {
  readonly clientId: string
  readonly places: TopicStates
  readonly canPush: () => boolean
  readonly push: (message: StoredMessage, place: TopicState) => void
  readonly catchUp: () => void
}): Subscriber {
  const { clientId, places, canPush, push, catchUp } = options
  return {
    offer(message) {
      const place = topicStateOf(places, message.topic)
      if (place.phase === 'opening') return
      if (place.phase === 'live' && message.publisherId !== clientId && isNew(places, message)) {
        if (canPush()) return push(message, place)
        setBehind(places, message.topic, place)
      }
      place.hasNews = true
    },
    hear(topic, news) {
      const place = topicStateOf(places, topic)
      if (place.phase === 'opening' || place.phase === 'silent') return
      if (news !== undefined && news.sequence <= place.cursor) return
      const isOwn = news?.publisherId === clientId
      if (news?.carried !== undefined && isNext(place, news.carried)) {
        if (!isOwn && canPush()) return push(news.carried.message, place)
        if (isOwn) place.reported = Math.max(place.reported, news.sequence)
      }
      if (isOwn) return
      place.reported = Math.max(place.reported, news?.sequence ?? 0)
      place.hasNews = true
      if (place.phase === 'behind') return
      setBehind(places, topic, place)
      catchUp()
    },
  }
}

/** Whether every message stored before the carried one is already pushed or needs no push. */
function isNext(place: TopicState, { previousSequence }: CarriedMessage): boolean {
  return place.phase === 'live' && previousSequence <= Math.max(place.cursor, place.reported)
}
