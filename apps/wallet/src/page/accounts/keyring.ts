import type { Storage } from '@hawser/sign'
import type { SigningAccount } from './account.ts'
import type { Address } from './ethereumAccount.ts'
import { openAccount } from './openAccount.ts'
import { createSeedPhrase, parseSeedPhrase, seedOf } from './seedPhrase.ts'
import { maxAccounts, parseStoredAccounts, type StoredAccount } from './storedAccounts.ts'

export type Keyring = ReturnType<typeof createKeyring>

export const accountKey = 'test-account'

type Entry = { readonly stored: StoredAccount; readonly account: SigningAccount }

/** The wallet's accounts and seed phrases in one entry of a storage. An Ethereum address identifies an account. */
export function createKeyring(options: {
  readonly storage: Storage
  readonly randomBytes: (length: number) => Uint8Array
}) {
  const { storage, randomBytes } = options
  let entries: readonly Entry[] = []

  const accounts = () => entries.map(({ account }) => account)
  const keep = async (next: readonly Entry[]): Promise<readonly SigningAccount[]> => {
    await storage.set(accountKey, JSON.stringify(next.map(({ stored }) => stored)))
    entries = next
    return accounts()
  }
  const more = async (phrase: string, isImported: boolean): Promise<readonly SigningAccount[]> => {
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
    /** Loads the accounts, or creates a first one. An unreadable list stays unchanged (AccountUnreadableError). */
    async load() {
      const stored = await storage.get(accountKey)
      if (stored === undefined) return renew()
      entries = await open(parseStoredAccounts(stored))
      return accounts()
    },
    /** Adds an account: the first unused one of the wallet's own seed phrase. */
    add() {
      const own = entries.find(({ stored }) => !stored.isImported)?.stored.phrase
      return more(own ?? createSeedPhrase(randomBytes), false)
    },
    /** Adds the first unused account of a seed phrase (InvalidSeedPhraseError). */
    async importPhrase(text: string) {
      const phrase = parseSeedPhrase(text)
      const isOwn = entries.some(({ stored }) => stored.phrase === phrase && !stored.isImported)
      return more(phrase, !isOwn)
    },
    /** Sets an account's name; undefined removes the name. */
    rename(address: Address, name: string | undefined) {
      return keep(
        entries.map((entry) =>
          entry.account.address === address
            ? { stored: { ...entry.stored, name }, account: { ...entry.account, name } }
            : entry,
        ),
      )
    },
    /** Removes an account. The last account cannot be removed. */
    async remove(address: Address) {
      const rest = entries.filter(({ account }) => account.address !== address)
      return rest.length === 0 || rest.length === entries.length ? accounts() : keep(rest)
    },
    renew,
    /** The seed phrase of an account; undefined if the wallet does not have the account. */
    phraseOf: (address: Address) => entries.find(({ account }) => account.address === address)?.stored.phrase,
  }
}

/** Opens stored accounts. Computing a seed takes a moment, so all accounts of a phrase share one computation. */
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
