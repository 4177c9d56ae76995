import type { IrnPublish, IrnRequest } from '@hawser/wire'
import { TooManyRequestsError } from '@hawser/wire'
import type { Buckets, DelayMs, RateLimit } from './buckets.ts'
import { messageUnit, type RelayLimits } from './limits.ts'

/** Delays one client's requests to match its pace. */
export type RequestThrottle = {
  /**
   * Returns undefined if the request is admitted now. Otherwise resolves when it is the request's turn, in the order of the
   * calls.
   * @throws TooManyRequestsError - when the wait would be too long. It is thrown only after the longest wait, because a client
   * that is refused immediately asks again immediately.
   */
  admit(request: IrnRequest): Promise<void> | undefined
  /** Refuses all waiting requests. */
  close(): void
}

type Kind = 'publish' | 'subscribe' | 'read'
const names = { publish: 'publishes', subscribe: 'subscriptions', read: 'reads' } as const

/** @param options - `address` undefined: not limited by address; `clientId` is one that the client has proven */
export function createRequestThrottle(options: {
  readonly buckets: Buckets
  readonly limits: RelayLimits
  readonly clientId: string
  readonly address: string | undefined
}): RequestThrottle {
  const { buckets, limits, clientId, address } = options
  const paces = { publish: limits.publishPace, subscribe: limits.subscribePace, read: limits.readPace }
  // Created when a request waits, which is rare.
  let timers: Map<NodeJS.Timeout, () => void> | undefined
  let waiting = 0
  let tail: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isClosed || ms <= 0) return resolve()
      const timer = setTimeout(() => {
        timers?.delete(timer)
        resolve()
      }, ms)
      timers ??= new Map()
      timers.set(timer, resolve)
    })
  const take = (kind: Kind, count: number): DelayMs | Promise<DelayMs> => {
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
  const waitTurn = (kind: Kind, wait: DelayMs | Promise<DelayMs>): Promise<void> => {
    const askedAt = performance.now()
    const rest = (ms: number) => pause(askedAt + ms - performance.now())
    const before = tail
    const turn = (async () => {
      const ms = await wait
      await before
      if (ms === undefined || isClosed) return false
      await rest(ms)
      return !isClosed
    })()
    waiting += 1
    tail = turn.finally(() => {
      waiting -= 1
    })
    return turn.then(async (isAdmitted) => {
      if (isAdmitted) return
      // The refusal runs in parallel with the other waiting requests, because it does no work.
      await rest(limits.paceWaitMs)
      throw new TooManyRequestsError(`Too many requests: at most ${paces[kind].perSecond} ${names[kind]} a second.`)
    })
  }

  return {
    admit(request) {
      const [kind, count] = costOf(request)
      const wait = take(kind, count)
      return waiting === 0 && wait === 0 ? undefined : waitTurn(kind, wait)
    },
    close() {
      isClosed = true
      for (const [timer, resolve] of timers ?? []) {
        clearTimeout(timer)
        resolve()
      }
      timers = undefined
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
