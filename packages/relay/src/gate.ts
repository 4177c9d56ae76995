import type { IrnRequest } from '@hawser/wire'
import type { Buckets, Pace, Wait } from './buckets.ts'
import { TooManyRequestsError } from './errors.ts'
import type { RelayLimits } from './limits.ts'

/** Holds one client's requests back to its pace. */
export type Gate = {
  /**
   * Undefined: now. Otherwise it resolves when it is the request's turn, in the order of the calls.
   * @throws TooManyRequestsError - when that would take too long, and only after that time: who is told so at once asks
   * again at once
   */
  admit(request: IrnRequest): Promise<void> | undefined
  /** Refuses what waits. */
  close(): void
}

type Kind = 'publish' | 'subscribe' | 'read'

/**
 * @param options - `address` undefined is not limited by address; `clientId` is one the client has proven
 */
export function createGate(options: {
  readonly buckets: Buckets
  readonly limits: RelayLimits
  readonly clientId: string
  readonly address: string | undefined
}): Gate {
  const { buckets, limits, clientId, address } = options
  const paces = { publish: limits.publishPace, subscribe: limits.subscribePace, read: limits.readPace }
  const timers = new Map<NodeJS.Timeout, () => void>()
  let waiting = 0
  let tail: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isClosed || ms <= 0) return resolve()
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.set(timer, resolve)
    })
  const take = (kind: Kind, count: number): readonly (Wait | Promise<Wait>)[] => {
    const ofClient = buckets.take(`${kind} ${clientId}`, paces[kind], count, limits.paceWaitMs)
    if (address === undefined) return [ofClient]
    const pace = widen(paces[kind], limits.clientsPerAddress)
    return [ofClient, buckets.take(`${kind} ${address}`, pace, count, limits.paceWaitMs)]
  }
  const waitTurn = (waits: readonly (Wait | Promise<Wait>)[]): Promise<void> => {
    const askedAt = performance.now()
    const rest = (ms: number) => pause(askedAt + ms - performance.now())
    const before = tail
    const turn = (async () => {
      const longest = longestOf(await Promise.all(waits))
      await before
      if (longest === undefined || isClosed) return false
      await rest(longest)
      return !isClosed
    })()
    waiting += 1
    tail = turn.finally(() => {
      waiting -= 1
    })
    return turn.then(async (isAdmitted) => {
      if (isAdmitted) return
      // Beside the others that wait, not before them: nothing will be done.
      await rest(limits.paceWaitMs)
      throw new TooManyRequestsError(
        `Too many requests: at most ${describe(paces)}. Send them more slowly and this one again.`,
      )
    })
  }

  return {
    admit(request) {
      const waits = take(...costOf(request))
      return waiting === 0 && waits.every((wait) => wait === 0) ? undefined : waitTurn(waits)
    },
    close() {
      isClosed = true
      for (const [timer, resolve] of timers) {
        clearTimeout(timer)
        resolve()
      }
      timers.clear()
    },
  }
}

/** What a request takes: a batch as much as its items one by one. */
function costOf(request: IrnRequest): [Kind, number] {
  switch (request.method) {
    case 'irn_publish':
    case 'wc_proposeSession':
      return ['publish', 1]
    case 'wc_approveSession':
      return ['publish', 2]
    case 'irn_batchPublish':
      return ['publish', request.publishes.length]
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

const widen = ({ perSecond, burst }: Pace, factor: number): Pace => ({
  perSecond: perSecond * factor,
  burst: burst * factor,
})

function longestOf(waits: readonly Wait[]): Wait {
  let longest = 0
  for (const wait of waits) {
    if (wait === undefined) return undefined
    longest = Math.max(longest, wait)
  }
  return longest
}

const describe = (paces: Readonly<Record<Kind, Pace>>) =>
  Object.entries(paces)
    .map(([kind, { perSecond }]) => `${perSecond} ${kind} requests per second`)
    .join(', ')
