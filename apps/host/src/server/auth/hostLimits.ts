import { createHmac } from 'node:crypto'
import type { LinkStore } from '@hawser/link'
import { TooManySignInsError, TooManyVisitorsError } from '../../errors.ts'
import { foldName } from './credentials.ts'

/** Allows `burst` at once, then one more every `perMs` milliseconds. */
type Bucket = { readonly burst: number; readonly perMs: number }

const signInsPerAddress: Bucket = { burst: 20, perMs: 15_000 }
// Counted by both, so that guesses from elsewhere take no tries from the owner of the name.
const signInsPerNameAndAddress: Bucket = { burst: 10, perMs: 60_000 }
// Bounds the guesses of many addresses. They can keep a name busy; without the limit above, a tenth of them could.
const signInsPerName: Bucket = { burst: 100, perMs: 6_000 }
const visitorsPerAddress: Bucket = { burst: 60, perMs: 5_000 }

export type HostLimits = ReturnType<typeof createHostLimits>

/**
 * Creates limits in the link store's buckets, by keyed hashes, so that no name and no address is stored. Without an address,
 * nothing is counted by address.
 */
export function createHostLimits(options: {
  readonly store: Pick<LinkStore, 'takeTokens'>
  readonly hashKey: Uint8Array
}) {
  const { store, hashKey } = options
  /** Takes a token. Returns the whole seconds to wait, or undefined if a token was taken. */
  const take = async (kind: string, subject: readonly string[], { burst, perMs }: Bucket) => {
    const key = createHmac('sha256', hashKey)
      .update(JSON.stringify([kind, ...subject]))
      .digest('hex')
    const { allowed, retryAfterMs } = await store.takeTokens({ key, perMs, burst, now: Date.now() })
    return allowed ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
  }
  return {
    /** Counts a try to sign up or in, before the password is checked (TooManySignInsError). */
    async takeSignIn(name: string, address: string | undefined): Promise<void> {
      const nameKey = foldName(name)
      // The narrow limits come first: a try that they refuse takes nothing from the wide limit.
      const seconds =
        (address === undefined ? undefined : await take('sign-in-address', [address], signInsPerAddress)) ??
        (await take('sign-in-name-address', [nameKey, address ?? ''], signInsPerNameAndAddress)) ??
        (await take('sign-in-name', [nameKey], signInsPerName))
      if (seconds !== undefined)
        throw new TooManySignInsError(`Too many attempts. Try again in ${seconds} seconds.`, seconds)
    },
    /** Counts a new anonymous visitor, whose row is kept for hours (TooManyVisitorsError). */
    async takeVisitor(address: string | undefined): Promise<void> {
      const seconds = address === undefined ? undefined : await take('visitor', [address], visitorsPerAddress)
      if (seconds !== undefined)
        throw new TooManyVisitorsError(`Too many new visitors. Try again in ${seconds} seconds.`, seconds)
    },
  }
}
