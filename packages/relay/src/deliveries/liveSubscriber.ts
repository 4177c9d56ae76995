import type { StoredMessage } from '../mailboxes/mailbox.ts'
import { isNew, type Place, type Places, placeOf, setBehind } from './places.ts'
import type { Subscriber } from './subscribers.ts'

/** Pushes messages on live topics as they arrive. If it cannot, the topic falls behind, and the store is read. */
export function createLiveSubscriber(options: {
  readonly clientId: string
  readonly places: Places
  readonly canPush: () => boolean
  readonly push: (message: StoredMessage, place: Place) => void
  readonly catchUp: () => void
}): Subscriber {
  const { clientId, places, canPush, push, catchUp } = options
  return {
    offer(message) {
      const place = placeOf(places, message.topic)
      if (place.phase === 'opening') return
      if (place.phase === 'live' && message.publisherId !== clientId && isNew(places, message)) {
        if (canPush()) return push(message, place)
        setBehind(places, message.topic, place)
      }
      place.hasNews = true
    },
    hear(topic, news) {
      const place = placeOf(places, topic)
      if (place.phase === 'opening' || place.phase === 'silent') return
      if (news !== undefined && (news.publisherId === clientId || news.sequence <= place.cursor)) return
      place.hasNews = true
      if (place.phase === 'behind') return
      setBehind(places, topic, place)
      catchUp()
    },
  }
}
