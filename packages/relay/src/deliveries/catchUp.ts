import type { Topic } from '@hawser/wire'
import type { PendingPage, StoredMessage } from '../mailboxes/mailbox.ts'
import { type Recipient, readInTurn } from './recipient.ts'
import { isNew, setLive, type TopicState, topicStateOf } from './topicStates.ts'
import { release, waitersOf } from './waiters.ts'

/**
 * Pushes the stored messages of topics that have fallen behind, until no topic is behind or the socket is full. If the store
 * fails, the catch-up retries after one second.
 */
export type CatchUp = (recipient: Recipient) => void

const topicsPerRead = 500
const retryMs = 1_000

/** The catch-up releases each waiter of a recipient once every message stored before it arrived is pushed. */
export function createCatchUp(options: {
  readonly read: (recipient: Recipient, topics: readonly Topic[]) => Promise<PendingPage>
  readonly push: (recipient: Recipient, message: StoredMessage, topicState: TopicState) => void
  readonly onFailure: (error: unknown) => void
}): CatchUp {
  const { read, push, onFailure } = options

  const pushPage = async (recipient: Recipient) => {
    const { topicStates, waiters } = recipient
    const topics = [...(topicStates.behind ?? [])].slice(0, topicsPerRead)
    // Taken before the read: a waiter that arrives during the read can wait for a message that the read does not see.
    const waiting = waitersOf(waiters, topics)
    for (const topic of topics) topicStateOf(topicStates, topic).hasNews = false
    const page = await read(recipient, topics)
    if (recipient.isClosed) return
    for (const message of page.messages) {
      const topicState = topicStateOf(topicStates, message.topic)
      if (topicState.phase !== 'behind' || !isNew(topicStates, message)) continue
      // A message that does not fit stays in the mailbox: the cursor stops before it.
      if (!recipient.canPush()) return
      push(recipient, message, topicState)
    }
    if (page.hasMore) return
    release(waiters, waiting)
    for (const topic of topics) {
      const topicState = topicStateOf(topicStates, topic)
      if (!topicState.hasNews && topicState.phase === 'behind') setLive(topicStates, topic, topicState)
    }
  }
  const hasWork = (recipient: Recipient) =>
    !recipient.isClosed && recipient.topicStates.behind !== undefined && recipient.canPush()
  const pushAll = async (recipient: Recipient) => {
    if (recipient.isCatchingUp) return
    recipient.isCatchingUp = true
    try {
      while (hasWork(recipient)) await readInTurn(recipient, () => pushPage(recipient))
    } catch (error) {
      onFailure(error)
      if (!recipient.isClosed) recipient.retryTimer ??= setTimeout(retry, retryMs, recipient).unref()
    } finally {
      recipient.isCatchingUp = false
    }
  }
  const retry = (recipient: Recipient) => {
    recipient.retryTimer = undefined
    void pushAll(recipient)
  }
  return (recipient) => void pushAll(recipient)
}
