import type { Storage } from '@hawser/sign'
import type { HeldAccount } from './account.ts'
import type { Address } from './ethereumAccount.ts'
import { openAccount } from './openAccount.ts'
import { createSeedPhrase, parseSeedPhrase, seedOf } from './seedPhrase.ts'
import { formatStoredAccounts, maxAccounts, parseStoredAccounts, type StoredAccount } from './storedAccounts.ts'

export type Keyring = ReturnType<typeof createKeyring>

/** The accounts' key in the wallet's storage. */
export const accountKey = 'test-account'

type Entry = { readonly stored: StoredAccount; readonly account: HeldAccount }

/**
 * The wallet's accounts and what they are made of, kept in one entry of a storage. Accounts go by their Ethereum address.
 * @param randomBytes - asked for 16 bytes when a phrase is made
 */
export function createKeyring(options: {
  readonly storage: Storage
  readonly randomBytes: (length: number) => Uint8Array
}) {
  const { storage, randomBytes } = options
  let entries: readonly Entry[] = []

  const accounts = () => entries.map(({ account }) => account)
  const keep = async (next: readonly Entry[]): Promise<readonly HeldAccount[]> => {
    await storage.set(accountKey, formatStoredAccounts(next.map(({ stored }) => stored)))
    entries = next
    return accounts()
  }
  const more = async (phrase: string, isImported: boolean): Promise<readonly HeldAccount[]> => {
    if (entries.length >= maxAccounts) return accounts()
    const held = entries.flatMap(({ stored }) => (stored.phrase === phrase ? [stored.index] : []))
    const numbers = entries.map(({ stored }) => stored.number)
    const place = { phrase, index: firstFree(held, 0), isImported, number: firstFree(numbers, 1) }
    return keep([...entries, ...(await open([{ ...place, name: undefined }]))])
  }
  const renew = async () => {
    const place = { phrase: createSeedPhrase(randomBytes), index: 0, isImported: false, number: 1 }
    return keep(await open([{ ...place, name: undefined }]))
  }

  return {
    /**
     * The stored accounts, or a first one, stored.
     * @throws AccountUnreadableError - what is stored are no accounts; it is left as it is
     */
    async load() {
      const stored = await storage.get(accountKey)
      if (stored === undefined) return renew()
      entries = await open(parseStoredAccounts(stored))
      return accounts()
    },
    /** One account more: the first of the wallet's own seed phrase that is not held. */
    add() {
      const own = entries.find(({ stored }) => !stored.isImported)?.stored.phrase
      return more(own ?? createSeedPhrase(randomBytes), false)
    },
    /**
     * The first account of a seed phrase that is not held.
     * @throws InvalidSeedPhraseError
     */
    async importPhrase(text: string) {
      const phrase = parseSeedPhrase(text)
      const isOwn = entries.some(({ stored }) => stored.phrase === phrase && !stored.isImported)
      return more(phrase, !isOwn)
    },
    /** Gives an account a name, or takes it away. */
    rename(address: Address, name: string | undefined) {
      return keep(
        entries.map((entry) =>
          entry.account.address === address
            ? { stored: { ...entry.stored, name }, account: { ...entry.account, name } }
            : entry,
        ),
      )
    },
    /** Forgets an account. The last one stays. */
    async remove(address: Address) {
      const rest = entries.filter(({ account }) => account.address !== address)
      return rest.length === 0 || rest.length === entries.length ? accounts() : keep(rest)
    },
    /** A new phrase and one account of it, in place of everything. */
    renew,
    /** The seed phrase an account comes from; undefined where it is not held. */
    phraseOf: (address: Address) => entries.find(({ account }) => account.address === address)?.stored.phrase,
  }
}

/** A phrase's seed takes a moment to compute: once for all accounts of it. */
function open(stored: readonly StoredAccount[]): Promise<readonly Entry[]> {
  const seeds = new Map<string, Promise<Uint8Array>>()
  const readSeed = (phrase: string): Promise<Uint8Array> => {
    const seed = seeds.get(phrase) ?? seedOf(phrase)
    seeds.set(phrase, seed)
    return seed
  }
  return Promise.all(stored.map(async (each) => ({ stored: each, account: await openAccount(each, readSeed) })))
}

function firstFree(taken: readonly number[], from: number): number {
  return taken.includes(from) ? firstFree(taken, from + 1) : from
}
