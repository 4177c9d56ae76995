import type { IrnPublish, IrnRequest } from '@hawser/wire'
import { TooManyRequestsError } from '@hawser/wire'
import type { Buckets, DelayMs, RateLimit } from './buckets.ts'
import { messageUnit, type RelayLimits } from './limits.ts'

/** A connection, or a call over HTTP, whose requests are delayed. */
export type Requester = {
  /** The id that the client has proven. */
  readonly clientId: string
  /** Undefined: not limited by address. */
  readonly address: string | undefined
}

/** Delays the requests of each client to match its pace. */
export type RequestThrottle = {
  /**
   * Returns undefined if the request is admitted now. Otherwise resolves when it is the request's turn, in the order of the
   * requester's calls.
   * @throws TooManyRequestsError - when the wait would be too long. It is thrown only after the longest wait, because a client
   * that is refused immediately asks again immediately.
   */
  admit(requester: Requester, request: IrnRequest): Promise<void> | undefined
  /** Refuses all waiting requests of a requester that is gone. */
  leave(requester: Requester): void
}

type Kind = 'publish' | 'subscribe' | 'read'
const names = { publish: 'publishes', subscribe: 'subscriptions', read: 'reads' } as const

/** The requests of one requester that wait for their turn, or for their refusal. */
type Queue = {
  readonly timers: Map<NodeJS.Timeout, () => void>
  /** Resolves after the last request's turn. */
  tail: Promise<unknown>
  /** The number of requests that wait for their turn. */
  waiting: number
  /** The same with the requests that wait for their refusal. */
  unanswered: number
  hasLeft: boolean
}

/** Creates the throttle of one relay. It keeps a queue only while requests wait, because most connections are idle. */
export function createRequestThrottle(options: {
  readonly buckets: Buckets
  readonly limits: RelayLimits
}): RequestThrottle {
  const { buckets, limits } = options
  const paces = { publish: limits.publishPace, subscribe: limits.subscribePace, read: limits.readPace }
  const queues = new Map<Requester, Queue>()

  const queueOf = (requester: Requester): Queue => {
    const known = queues.get(requester)
    if (known !== undefined) return known
    const queue = { timers: new Map(), tail: Promise.resolve(), waiting: 0, unanswered: 0, hasLeft: false }
    queues.set(requester, queue)
    return queue
  }
  const pause = (queue: Queue, ms: number) =>
    new Promise<void>((resolve) => {
      if (queue.hasLeft || ms <= 0) return resolve()
      const timer = setTimeout(() => {
        queue.timers.delete(timer)
        resolve()
      }, ms)
      queue.timers.set(timer, resolve)
    })
  const take = ({ clientId, address }: Requester, kind: Kind, count: number): DelayMs | Promise<DelayMs> => {
    const ofClient = buckets.take(`${kind} ${clientId}`, paces[kind], count, limits.paceWaitMs)
    if (address === undefined) return ofClient
    // A refused request takes no tokens from other clients of its address.
    const alsoOfAddress = (wait: DelayMs) => {
      if (wait === undefined) return undefined
      const ofAddress = buckets.take(
        `${kind} ${address}`,
        widen(paces[kind], limits.clientsPerAddress),
        count,
        limits.paceWaitMs,
      )
      return ofAddress instanceof Promise ? ofAddress.then((other) => longer(wait, other)) : longer(wait, ofAddress)
    }
    return ofClient instanceof Promise ? ofClient.then(alsoOfAddress) : alsoOfAddress(ofClient)
  }
  const waitTurn = async (queue: Queue, kind: Kind, wait: DelayMs | Promise<DelayMs>): Promise<void> => {
    const askedAt = performance.now()
    const rest = (ms: number) => pause(queue, askedAt + ms - performance.now())
    const before = queue.tail
    const turn = (async () => {
      const ms = await wait
      await before
      if (ms === undefined || queue.hasLeft) return false
      await rest(ms)
      return !queue.hasLeft
    })()
    queue.waiting += 1
    queue.tail = turn.finally(() => {
      queue.waiting -= 1
    })
    if (await turn) return
    // The refusal runs in parallel with the other waiting requests, because it does no work.
    await rest(limits.paceWaitMs)
    throw new TooManyRequestsError(`Too many requests: at most ${paces[kind].perSecond} ${names[kind]} a second.`)
  }

  return {
    admit(requester, request) {
      const [kind, count] = costOf(request)
      const wait = take(requester, kind, count)
      const isNext = (queues.get(requester)?.waiting ?? 0) === 0
      if (isNext && wait === 0) return undefined
      const queue = queueOf(requester)
      queue.unanswered += 1
      return waitTurn(queue, kind, wait).finally(() => {
        queue.unanswered -= 1
        if (queue.unanswered === 0 && queues.get(requester) === queue) queues.delete(requester)
      })
    },
    leave(requester) {
      const queue = queues.get(requester)
      if (queue === undefined) return
      queues.delete(requester)
      queue.hasLeft = true
      for (const [timer, resolve] of queue.timers) {
        clearTimeout(timer)
        resolve()
      }
      queue.timers.clear()
    },
  }
}

/** The bytes share a bucket with the messages, so that a rate of bytes costs a shared store no extra requests. */
function unitsOf(publishes: readonly IrnPublish[]): number {
  return publishes.reduce((sum, { message, attestation }) => {
    const length = Buffer.byteLength(message) + Buffer.byteLength(attestation)
    return sum + Math.max(1, Math.ceil(length / messageUnit))
  }, 0)
}

/** The cost of a request. A batch costs as much as its items one by one. */
function costOf(request: IrnRequest): [Kind, number] {
  switch (request.method) {
    case 'irn_publish':
      return ['publish', unitsOf([request.publish])]
    case 'wc_proposeSession':
      return ['publish', unitsOf([request.proposal])]
    case 'wc_approveSession':
      return ['publish', unitsOf([request.response, request.settlement])]
    case 'irn_batchPublish':
      return ['publish', unitsOf(request.publishes)]
    case 'irn_subscribe':
    case 'irn_subscribeBlocking':
      return ['subscribe', 1]
    case 'irn_batchSubscribe':
    case 'irn_batchSubscribeBlocking':
      return ['subscribe', request.topics.length]
    case 'irn_unsubscribe':
    case 'irn_fetchMessages':
      return ['read', 1]
    case 'irn_batchUnsubscribe':
    case 'irn_batchFetchMessages':
      return ['read', request.topics.length]
    case 'irn_batchReceive':
      return ['read', request.receipts.length]
  }
}

const widen = ({ perSecond, burst }: RateLimit, factor: number): RateLimit => ({
  perSecond: perSecond * factor,
  burst: burst * factor,
})

const longer = (wait: number, other: DelayMs): DelayMs => (other === undefined ? undefined : Math.max(wait, other))
