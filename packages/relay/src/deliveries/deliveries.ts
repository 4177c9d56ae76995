import { createHash } from 'node:crypto'
import { formatDelivery, type Topic } from '@hawser/wire'
import type { ClientTopics } from '../limits/clientTopics.ts'
import type { Mailbox, MessageKey, PendingPage, StoredMessage } from '../mailboxes/mailbox.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'

/** The subscription id of relay-server-rpc: sha256 hex of topic ‖ client id. Clients compute the same. */
export function subscriptionIdOf(topic: Topic, clientId: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}

/** A subscription on its way. */
export type Subscribing = {
  /**
   * Resolves once what is stored is told.
   * @throws MailboxFailedError - and none of the topics is subscribed
   */
  readonly watched: Promise<void>
  /** What is pending is pushed from now on, and what comes. */
  start(): void
  /** Of topics that were new and are not started. */
  takeBack(): void
}

/** What one connection is subscribed to, and every push to it. */
export type Deliveries = {
  /**
   * Subscribes; nothing is pushed for new topics before `start`, so that the answer goes out first.
   * @throws SubscriberLimitExceededError - and none of the topics is subscribed
   */
  subscribe(topics: readonly Topic[]): Subscribing
  /** Resolves when what was stored on started topics by now has been pushed, or never will be here. */
  caughtUp(topics: readonly Topic[]): Promise<void>
  unsubscribe(topic: Topic): void
  /** The client's answer to a push, its id in quotes or bare. What this connection was not sent is ignored. */
  acknowledge(idToken: string): void
  /** A fetch's answer has arrived, and so have those before it. */
  acknowledgeFetch(receipt: string): void
  /** What is pending, without pushing it. It counts as delivered on this connection. Nothing yet while the socket is full. */
  fetch(topics: readonly Topic[]): Promise<PendingPage & { readonly receipt: string | undefined }>
  /** Goes on pushing after the socket has drained. */
  resume(): void
  /** Pushes and fetches not acknowledged yet. */
  unacknowledgedCount(): number
  close(): void
}

/**
 * `opening`: subscribed, the answer is not out yet. `behind`: the store may hold messages to push. `live`: all is pushed,
 * new messages are pushed as they come. `silent`: not subscribed, remembered so that nothing is pushed twice.
 */
type Phase = 'silent' | 'opening' | 'behind' | 'live'
type Place = {
  phase: Phase
  cursor: number
  hasNews: boolean
  /** Made for the first push, and kept: a hash costs as much as the push. */
  subscriptionId: string | undefined
  /** The last subscription. Once it has resolved, what is stored is told. */
  attempt: Promise<void>
}

/** Somebody who waits until a topic is caught up with. */
type Waiter = { readonly topic: Topic; readonly done: () => void }

// Places of topics no longer subscribed, and deliveries never acknowledged, are remembered up to these numbers.
const rememberedPlaces = 5_000
const rememberedDeliveries = 10_000
const topicsPerRead = 500
const retryMs = 1_000
const receiptPrefix = 'fetched '
const settled = Promise.resolve()

export function createDeliveries(options: {
  readonly clientId: string
  readonly mailbox: Mailbox
  readonly subscribers: Subscribers
  readonly clientTopics: ClientTopics
  /** A new id for a push: 19 digits. */
  readonly nextId: () => string
  readonly canPush: () => boolean
  readonly push: (text: string) => void
  readonly onFailure: (error: unknown) => void
}): Deliveries {
  const { clientId, mailbox, subscribers, clientTopics } = options
  const places = new Map<Topic, Place>()
  // Made when there is something to keep: most connections are idle, and each of these costs one 200 bytes.
  let behind: Set<Topic> | undefined
  let unacknowledged: Map<string, readonly MessageKey[]> | undefined
  let waiters: Map<Topic, Set<Waiter>> | undefined
  /** Places that are not silent. */
  let subscriptionCount = 0
  let isClosed = false
  let isCatchingUp = false
  let retryTimer: NodeJS.Timeout | undefined
  // Reads of the store move cursors when they return, so there is one at a time.
  let turn: Promise<unknown> = settled

  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = turn.then(run)
    turn = next.catch(() => {})
    return next
  }
  const placeOf = (topic: Topic): Place => {
    const known = places.get(topic)
    if (known !== undefined) return known
    const attempt = settled
    const place: Place = { phase: 'silent', cursor: 0, hasNews: false, subscriptionId: undefined, attempt }
    places.set(topic, place)
    if (places.size > subscriptionCount + rememberedPlaces) forgetSilentPlaces()
    return place
  }
  /** The oldest half, so that the one just made stays. */
  const forgetSilentPlaces = () => {
    for (const [topic, place] of places) {
      if (places.size <= subscriptionCount + rememberedPlaces / 2) return
      if (place.phase === 'silent') places.delete(topic)
    }
  }
  const setBehind = (topic: Topic, place: Place) => {
    place.phase = 'behind'
    behind ??= new Set()
    behind.add(topic)
  }
  const setNotBehind = (topic: Topic) => {
    behind?.delete(topic)
    if (behind?.size === 0) behind = undefined
  }
  const remember = (id: string, keys: readonly MessageKey[]) => {
    unacknowledged ??= new Map()
    unacknowledged.set(id, keys)
    if (unacknowledged.size <= rememberedDeliveries) return
    const [oldest] = unacknowledged.keys()
    if (oldest !== undefined) unacknowledged.delete(oldest)
  }
  const push = (message: StoredMessage, place: Place) => {
    const { topic, sequence } = message
    const id = options.nextId()
    remember(id, [{ topic, sequence }])
    place.subscriptionId ??= subscriptionIdOf(topic, clientId)
    options.push(formatDelivery(`"${id}"`, place.subscriptionId, message))
  }
  const read = (topics: readonly Topic[]) =>
    mailbox.pending(
      clientId,
      topics.map((topic) => ({ topic, afterSequence: placeOf(topic).cursor })),
    )
  const isNew = (message: StoredMessage) => message.sequence > placeOf(message.topic).cursor

  const waitersOf = (topics: readonly Topic[]): readonly Waiter[] =>
    waiters === undefined ? [] : topics.flatMap((topic) => [...(waiters?.get(topic) ?? [])])
  const release = (released: readonly Waiter[]) => {
    for (const waiter of released) {
      const set = waiters?.get(waiter.topic)
      set?.delete(waiter)
      if (set?.size === 0) waiters?.delete(waiter.topic)
      waiter.done()
    }
    if (waiters?.size === 0) waiters = undefined
  }
  const caughtUpWith = (topic: Topic) =>
    new Promise<void>((done) => {
      if (places.get(topic)?.phase !== 'behind') return done()
      waiters ??= new Map()
      waiters.set(topic, (waiters.get(topic) ?? new Set()).add({ topic, done }))
    })

  const catchUpOnce = async () => {
    const topics = [...(behind ?? [])].slice(0, topicsPerRead)
    // Who comes during the read may wait for what it does not see.
    const waiting = waitersOf(topics)
    for (const topic of topics) placeOf(topic).hasNews = false
    const page = await read(topics)
    if (isClosed) return
    for (const message of page.messages) {
      const place = placeOf(message.topic)
      if (place.phase !== 'behind' || !isNew(message)) continue
      // What does not fit stays in the mailbox: the cursor stands before it.
      if (!options.canPush()) return
      place.cursor = message.sequence
      push(message, place)
    }
    if (page.hasMore) return
    release(waiting)
    for (const topic of topics) {
      const place = placeOf(topic)
      if (place.hasNews || place.phase !== 'behind') continue
      place.phase = 'live'
      setNotBehind(topic)
    }
  }
  const catchUp = async () => {
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      while (!isClosed && behind !== undefined && options.canPush()) await inTurn(catchUpOnce)
    } catch (error) {
      options.onFailure(error)
      if (!isClosed) retryTimer ??= setTimeout(retry, retryMs).unref()
    } finally {
      isCatchingUp = false
    }
  }
  const retry = () => {
    retryTimer = undefined
    void catchUp()
  }

  const silence = (topics: readonly Topic[]) => {
    const loud = topics.filter((topic) => (places.get(topic)?.phase ?? 'silent') !== 'silent')
    for (const topic of loud) {
      placeOf(topic).phase = 'silent'
      setNotBehind(topic)
    }
    subscriptionCount -= loud.length
    clientTopics.remove(clientId, loud)
    release(waitersOf(loud))
    return loud
  }
  const take = (id: string) => {
    const keys = unacknowledged?.get(id)
    if (keys === undefined) return
    unacknowledged?.delete(id)
    mailbox.remove(clientId, keys).catch(options.onFailure)
  }
  const subscriber: Subscriber = {
    offer: (message) => {
      const place = placeOf(message.topic)
      if (place.phase === 'opening') return
      if (place.phase === 'live' && message.publisherId !== clientId && isNew(message)) {
        if (options.canPush()) {
          place.cursor = message.sequence
          return push(message, place)
        }
        setBehind(message.topic, place)
      }
      place.hasNews = true
    },
    hear: (topic, news) => {
      const place = placeOf(topic)
      if (place.phase === 'opening' || place.phase === 'silent') return
      if (news !== undefined && (news.publisherId === clientId || news.sequence <= place.cursor)) return
      place.hasNews = true
      if (place.phase === 'behind') return
      setBehind(topic, place)
      void catchUp()
    },
  }

  return {
    subscribe(topics) {
      if (isClosed) return { watched: settled, start: () => {}, takeBack: () => {} }
      const wanted = [...new Set(topics)]
      const fresh = wanted.filter((topic) => (places.get(topic)?.phase ?? 'silent') === 'silent')
      clientTopics.add(clientId, fresh)
      subscriptionCount += fresh.length
      const attempt = fresh.length === 0 ? settled : subscribers.add(fresh, subscriber)
      for (const topic of fresh) Object.assign(placeOf(topic), { phase: 'opening', attempt })
      // Of the others too: a request before this one may still wait for the store.
      const attempts = wanted.map((topic) => [topic, placeOf(topic).attempt] as const)
      /** Still as this call found or made them: not left, nor left and subscribed again. */
      const opening = () =>
        attempts.filter(([topic, one]) => {
          const place = places.get(topic)
          return place?.phase === 'opening' && place.attempt === one
        })
      const takeBack = () => {
        const mine = opening().filter(([, one]) => one === attempt)
        subscribers.remove(silence(mine.map(([topic]) => topic)), subscriber)
      }
      const watch = async () => {
        try {
          await Promise.all(attempts.map(([, one]) => one))
        } catch (error) {
          takeBack()
          throw error
        }
      }
      const start = () => {
        for (const [topic] of opening()) {
          const place = placeOf(topic)
          setBehind(topic, place)
          // A read that began before this subscription knows nothing of what came between.
          place.hasNews = true
        }
        void catchUp()
      }
      return { watched: watch(), start, takeBack }
    },
    async caughtUp(topics) {
      await Promise.all([...new Set(topics)].map(caughtUpWith))
    },
    unsubscribe: (topic) => subscribers.remove(silence([topic]), subscriber),
    // Clients in use answer with the quoted id they were sent, or with the number in it.
    acknowledge: (idToken) => take(idToken.startsWith('"') ? idToken.slice(1, -1) : idToken),
    acknowledgeFetch(receipt) {
      if (unacknowledged?.has(receipt) !== true) return
      for (const id of [...unacknowledged.keys()]) {
        if (id.startsWith(receiptPrefix)) take(id)
        if (id === receipt) return
      }
    },
    fetch: (topics) =>
      inTurn(async () => {
        // A client that asks and does not read would have answer upon answer kept for it here.
        if (!options.canPush()) return { messages: [], hasMore: true, receipt: undefined }
        const page = await read([...new Set(topics)])
        // A message may have been pushed while the store was read.
        const messages = page.messages.filter(isNew)
        if (messages.length === 0) return { messages, hasMore: page.hasMore, receipt: undefined }
        for (const { topic, sequence } of messages) placeOf(topic).cursor = sequence
        const receipt = `${receiptPrefix}${options.nextId()}`
        remember(
          receipt,
          messages.map(({ topic, sequence }) => ({ topic, sequence })),
        )
        return { messages, hasMore: page.hasMore, receipt }
      }),
    resume: () => void catchUp(),
    unacknowledgedCount: () => unacknowledged?.size ?? 0,
    close() {
      isClosed = true
      clearTimeout(retryTimer)
      subscribers.remove(silence([...places.keys()]), subscriber)
      places.clear()
      behind = undefined
      unacknowledged = undefined
    },
  }
}
