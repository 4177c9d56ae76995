import type { RateLimit } from '../buckets.ts'

/** How long tokens taken in advance are valid. Unused tokens are lost after that. */
const leaseMs = 1_000
const maxKeys = 20_000

/** Tokens taken from a shared bucket in advance, so that not every request has to ask the bucket. */
export type Leases = {
  /** How many extra tokens to take: few enough that a client that uses one a second loses none it is entitled to. */
  sizeOf(pace: RateLimit): number
  add(key: string, tokens: number): void
  take(key: string, cost: number): boolean
}

type Lease = { tokens: number; readonly endsAt: number }

/** @param now - milliseconds of a clock that never jumps */
export function createLeases(now: () => number = () => performance.now()): Leases {
  const leases = new Map<string, Lease>()
  const isGood = (lease: Lease | undefined): lease is Lease => lease !== undefined && lease.endsAt > now()
  /** Removes up to two of the oldest leases for each lease added, so that the number falls without a long pause. */
  const forget = () => {
    let left = 2
    for (const [key, { endsAt }] of leases) {
      if (left === 0 || (endsAt > now() && leases.size <= maxKeys)) return
      leases.delete(key)
      left -= 1
    }
  }
  return {
    sizeOf: ({ perSecond, burst }) => Math.floor(Math.min(perSecond / 4, burst / 10)),
    add(key, tokens) {
      const left = leases.get(key)
      leases.delete(key)
      leases.set(key, { tokens: tokens + (isGood(left) ? left.tokens : 0), endsAt: now() + leaseMs })
      forget()
    },
    take(key, cost) {
      const lease = leases.get(key)
      if (!isGood(lease) || lease.tokens < cost) return false
      lease.tokens -= cost
      return true
    },
  }
}
