import type { Bound } from '../errors.ts'
import type { Entry } from './topicIndex.ts'

/** The stored total of one publisher or one address, over all topics. */
export type Account = { messages: number; length: number; taken: Set<Entry> | undefined }

/** Tracks how much of a store each publisher and address uses, and which taken messages can be removed. */
export type Ledger = {
  add(entry: Entry): void
  drop(entry: Entry): void
  /** Records that a client took the entry for the first time. */
  take(entry: Entry): void
  /** Adds the bytes that remembering a reader costs. The address of the entry's publisher pays for them. */
  charge(entry: Entry, length: number): void
  /** The account of one publisher, or undefined if it has nothing stored. */
  clientOf(publisherId: string): Readonly<Account> | undefined
  /** The stored length of an address, including the overhead of one more message. */
  addressLengthOf(address: string | undefined): number
  /** The first taken message whose removal would make room under a limit, or undefined if no removal would. */
  firstTaken(bound: Bound, publisherId: string, address: string | undefined): Entry | undefined
  /** All taken messages, the first taken first. Messages can be dropped meanwhile. */
  taken(): Iterable<Entry>
}

/** Without an address there is no share that could be full. */
const unlimited = Number.NEGATIVE_INFINITY

/** @param options - `entryLength` is the overhead of a message, counted for its address */
export function createLedger({ entryLength }: { readonly entryLength: number }): Ledger {
  const clients = new Map<string, Account>()
  const addresses = new Map<string, Account>()
  const taken = new Set<Entry>()

  const takenOf = (bound: Bound, publisherId: string, address: string | undefined): ReadonlySet<Entry> | undefined => {
    if (bound === 'client') return clients.get(publisherId)?.taken
    if (bound === 'address') return address === undefined ? undefined : addresses.get(address)?.taken
    return bound === 'store' ? taken : undefined
  }
  return {
    add(entry) {
      addTo(clients, entry.publisherId, entry.length)
      if (entry.address !== undefined) addTo(addresses, entry.address, entry.length + entryLength + entry.charged)
    },
    drop(entry) {
      taken.delete(entry)
      dropFrom(clients, entry.publisherId, entry, entry.length)
      if (entry.address !== undefined)
        dropFrom(addresses, entry.address, entry, entry.length + entryLength + entry.charged)
    },
    take(entry) {
      taken.add(entry)
      takeFrom(clients.get(entry.publisherId), entry)
      if (entry.address !== undefined) takeFrom(addresses.get(entry.address), entry)
    },
    charge(entry, length) {
      entry.charged += length
      const account = entry.address === undefined ? undefined : addresses.get(entry.address)
      if (account !== undefined) account.length += length
    },
    clientOf: (publisherId) => clients.get(publisherId),
    addressLengthOf: (address) =>
      address === undefined ? unlimited : (addresses.get(address)?.length ?? 0) + entryLength,
    firstTaken(bound, publisherId, address) {
      for (const entry of takenOf(bound, publisherId, address) ?? []) return entry
      return undefined
    },
    taken: () => taken,
  }
}

function addTo(accounts: Map<string, Account>, owner: string, length: number): void {
  const account = accounts.get(owner)
  if (account === undefined) accounts.set(owner, { messages: 1, length, taken: undefined })
  else {
    account.messages += 1
    account.length += length
  }
}

function dropFrom(accounts: Map<string, Account>, owner: string, entry: Entry, length: number): void {
  const account = accounts.get(owner)
  if (account === undefined) return
  account.messages -= 1
  account.length -= length
  account.taken?.delete(entry)
  if (account.messages === 0) accounts.delete(owner)
}

function takeFrom(account: Account | undefined, entry: Entry): void {
  if (account === undefined) return
  account.taken ??= new Set()
  account.taken.add(entry)
}
