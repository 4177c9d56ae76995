import type { Bound } from '../errors.ts'
import type { Usage } from './mailbox.ts'
import type { Entry } from './topicIndex.ts'

/** What one publisher, or one address, has stored over all topics. */
type Account = { messages: number; length: number; taken: Set<Entry> | undefined }

/** Who holds how much of a store, and what of it was taken and may go. */
export type Ledger = {
  add(entry: Entry): void
  drop(entry: Entry): void
  /** Some client took it, the first to do so. */
  take(entry: Entry): void
  /** That somebody took it costs so many bytes more: its publisher's address pays. */
  charge(entry: Entry, length: number): void
  /** With what one more message costs beside its length. */
  usageOf(publisherId: string, address: string | undefined): LedgerUsage
  /** What would make room under a limit, the one taken first; undefined: nothing would. */
  firstTaken(bound: Bound, publisherId: string, address: string | undefined): Entry | undefined
}

export type LedgerUsage = Pick<Usage, 'clientMessages' | 'clientLength' | 'addressLength'>

/** Who has no address has no share of one: no length fills it. */
const unlimited = Number.NEGATIVE_INFINITY

/** @param options - what a message costs its address beside its length */
export function createLedger(options: { readonly entryLength: number }): Ledger {
  const clients = new Map<string, Account>()
  const addresses = new Map<string, Account>()
  const taken = new Set<Entry>()

  const accountsOf = (entry: Entry) => [
    [clients, entry.publisherId, entry.length] as const,
    ...(entry.address === undefined
      ? []
      : ([[addresses, entry.address, entry.length + options.entryLength + entry.charged]] as const)),
  ]
  const takenOf = (bound: Bound, publisherId: string, address: string | undefined): ReadonlySet<Entry> | undefined => {
    if (bound === 'client') return clients.get(publisherId)?.taken
    if (bound === 'address') return address === undefined ? undefined : addresses.get(address)?.taken
    return bound === 'store' ? taken : undefined
  }
  return {
    add(entry) {
      for (const [accounts, owner, length] of accountsOf(entry)) {
        const account = accounts.get(owner) ?? { messages: 0, length: 0, taken: undefined }
        account.messages += 1
        account.length += length
        accounts.set(owner, account)
      }
    },
    drop(entry) {
      for (const [accounts, owner, length] of accountsOf(entry)) {
        const account = accounts.get(owner)
        if (account === undefined) continue
        account.messages -= 1
        account.length -= length
        account.taken?.delete(entry)
        if (account.messages === 0) accounts.delete(owner)
      }
      taken.delete(entry)
    },
    take(entry) {
      taken.add(entry)
      for (const [accounts, owner] of accountsOf(entry)) {
        const account = accounts.get(owner)
        if (account === undefined) continue
        account.taken ??= new Set()
        account.taken.add(entry)
      }
    },
    charge(entry, length) {
      entry.charged += length
      const account = entry.address === undefined ? undefined : addresses.get(entry.address)
      if (account !== undefined) account.length += length
    },
    /** With what one more message costs beside its length. */
  usageOf(publisherId, address) {
      const client = clients.get(publisherId)
      return {
        clientMessages: client?.messages ?? 0,
        clientLength: client?.length ?? 0,
        addressLength:
          address === undefined ? unlimited : (addresses.get(address)?.length ?? 0) + options.entryLength,
      }
    },
    firstTaken(bound, publisherId, address) {
      const [first] = takenOf(bound, publisherId, address) ?? []
      return first
    },
  }
}
