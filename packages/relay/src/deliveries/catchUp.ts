import type { Topic } from '@hawser/wire'
import type { PendingPage, StoredMessage } from '../mailboxes/mailbox.ts'
import type { SerialQueue } from './serialQueue.ts'
import { isNew, setLive, type TopicState, type TopicStates, topicStateOf } from './topicStates.ts'
import { release, type Waiters, waitersOf } from './waiters.ts'

/** Pushes the stored messages of topics that have fallen behind. */
export type CatchUp = {
  /** Pushes until no topic is behind or the socket is full. If the store fails, the catch-up retries after one second. */
  run(): void
  stop(): void
}

const topicsPerRead = 500
const retryMs = 1_000

/** @param options - each of the `waiters` is released once every message stored before it arrived is pushed */
export function createCatchUp(options: {
  readonly topicStates: TopicStates
  readonly waiters: Waiters
  readonly inTurn: SerialQueue
  readonly read: (topics: readonly Topic[]) => Promise<PendingPage>
  readonly canPush: () => boolean
  readonly push: (message: StoredMessage, topicState: TopicState) => void
  readonly onFailure: (error: unknown) => void
}): CatchUp {
  const { topicStates, waiters, inTurn, read, canPush, push, onFailure } = options
  let isRunning = false
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const pushPage = async () => {
    const topics = [...(topicStates.behind ?? [])].slice(0, topicsPerRead)
    // Taken before the read: a waiter that arrives during the read can wait for a message that the read does not see.
    const waiting = waitersOf(waiters, topics)
    for (const topic of topics) topicStateOf(topicStates, topic).hasNews = false
    const page = await read(topics)
    if (isStopped) return
    for (const message of page.messages) {
      const topicState = topicStateOf(topicStates, message.topic)
      if (topicState.phase !== 'behind' || !isNew(topicStates, message)) continue
      // A message that does not fit stays in the mailbox: the cursor stops before it.
      if (!canPush()) return
      push(message, topicState)
    }
    if (page.hasMore) return
    release(waiters, waiting)
    for (const topic of topics) {
      const topicState = topicStateOf(topicStates, topic)
      if (!topicState.hasNews && topicState.phase === 'behind') setLive(topicStates, topic, topicState)
    }
  }
  const pushAll = async () => {
    if (isRunning) return
    isRunning = true
    try {
      while (!isStopped && topicStates.behind !== undefined && canPush()) await inTurn(pushPage)
    } catch (error) {
      onFailure(error)
      if (!isStopped) retryTimer ??= setTimeout(retry, retryMs).unref()
    } finally {
      isRunning = false
    }
  }
  const retry = () => {
    retryTimer = undefined
    void pushAll()
  }
  return {
    run: () => void pushAll(),
    stop() {
      isStopped = true
      clearTimeout(retryTimer)
    },
  }
}
