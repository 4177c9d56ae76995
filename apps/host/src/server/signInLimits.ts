import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { LinkStore } from '@hawser/link'
import { TooManySignInsError } from './errors.ts'

/** So many tries at once, then one more every `perMs` milliseconds. */
type Bucket = { readonly burst: number; readonly perMs: number }

const perAddress: Bucket = { burst: 20, perMs: 15_000 }
const perName: Bucket = { burst: 10, perMs: 60_000 }

/**
 * Counts tries to sign up or in, before any password is looked at.
 * @throws TooManySignInsError
 */
export type TakeSignIn = (request: { readonly nameKey: string; readonly address: string | undefined }) => Promise<void>

/** Limits in the link store's buckets, which hold keyed hashes: no name and no address is kept. */
export function createSignInLimits(options: {
  readonly store: Pick<LinkStore, 'takeTokens'>
  readonly hashKey: Uint8Array
  readonly now: () => number
}): TakeSignIn {
  const { store, hashKey, now } = options
  const take = async (kind: string, text: string, { burst, perMs }: Bucket) => {
    const key = createHmac('sha256', hashKey).update(`${kind} ${text}`).digest('hex')
    const { allowed, retryAfterMs } = await store.takeTokens({ key, perMs, burst, now: now() })
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    if (!allowed) throw new TooManySignInsError(`Too many tries. Try again in ${seconds} seconds.`, seconds)
  }
  return async ({ nameKey, address }) => {
    await take('sign-in-address', addressGroup(address), perAddress)
    await take('sign-in-name', nameKey, perName)
  }
}

/** Whom the limit by address counts as one: an IPv4 address, or the /64 of an IPv6 one (T-54). `address` is a socket's own spelling. */
export function addressGroup(address: string | undefined): string {
  const plain = (address ?? '').split('%', 1)[0]?.toLowerCase() ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain
  const [left = '', right] = plain.split('::', 2)
  const [before, after] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const count = (before?.length ?? 0) + (after?.length ?? 0)
  const zeros = right === undefined ? [] : Array.from({ length: Math.max(0, 8 - count) }, () => '0')
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
