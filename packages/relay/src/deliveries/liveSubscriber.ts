import type { StoredMessage } from '../mailboxes/mailbox.ts'
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
    doubt(recipient, topic) {
      const topicState = topicStateOf(recipient.topicStates, topic)
      if (topicState.phase === 'opening' || topicState.phase === 'silent') return
      topicState.hasNews = true
      if (topicState.phase === 'behind') return
      setBehind(recipient.topicStates, topic, topicState)
      catchUp(recipient)
    },
  }
}
