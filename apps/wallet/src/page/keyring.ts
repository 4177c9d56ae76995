import type { Storage } from '@hawser/sign'
import { asInteger, asObject, asString, field } from '@hawser/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import { AccountUnreadableError, InvalidSeedPhraseError } from '../errors.ts'
import { type Account, type Address, createAccount } from './account.ts'
import { deriveSecp256k1Key } from './deriveKey.ts'
import { createSeedPhrase, parseSeedPhrase, seedOf } from './seedPhrase.ts'

/** Where an account comes from: this wallet's own seed phrase, an imported one, or a single key of an earlier version. */
export type AccountOrigin = 'created' | 'imported' | 'key'

/** An account as it is shown. */
export type WalletAccount = { readonly address: Address; readonly origin: AccountOrigin }

/** An account that can sign. */
export type HeldAccount = Account & WalletAccount

/** The wallet's accounts and what they are made of, kept in one entry of a storage. */
export type Keyring = {
  /**
   * The stored accounts, or a first one, stored.
   * @throws AccountUnreadableError - what is stored are no accounts; it is left as it is
   */
  load(): Promise<readonly HeldAccount[]>
  /** One account more, of the wallet's own seed phrase. */
  add(): Promise<readonly HeldAccount[]>
  /**
   * The first account of a seed phrase that is not held yet.
   * @throws InvalidSeedPhraseError
   */
  importPhrase(text: string): Promise<readonly HeldAccount[]>
  /** A new phrase and one account of it, in place of everything. */
  renew(): Promise<readonly HeldAccount[]>
  /** The seed phrase an account comes from; undefined where it was made of a single key. */
  phraseOf(address: Address): string | undefined
}

/** Where the accounts stand in the wallet's storage. */
export const accountKey = 'test-account'

/** More than a test needs; a stored list that is longer is none of ours. */
export const maxAccounts = 20

type Secret =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'phrase'; readonly phrase: string; readonly index: number; readonly isImported: boolean }

type Entry = { readonly secret: Secret; readonly account: HeldAccount }

/**
 * Accounts of seed phrases at `m/44'/60'/0'/0/index` (BIP-44), the path other wallets use.
 * @param randomBytes - asked for 16 bytes when a phrase is made
 */
export function createKeyring(options: {
  readonly storage: Storage
  readonly randomBytes: (length: number) => Uint8Array
}): Keyring {
  const { storage, randomBytes } = options
  let entries: readonly Entry[] = []

  const keep = async (secrets: readonly Secret[]): Promise<readonly HeldAccount[]> => {
    const next = await Promise.all(secrets.map(openSecret))
    await storage.set(accountKey, JSON.stringify(secrets))
    entries = next
    return entries.map(({ account }) => account)
  }
  const more = (phrase: string, isImported: boolean): Promise<readonly HeldAccount[]> => {
    const secrets = entries.map(({ secret }) => secret)
    const index = secrets.filter((secret) => secret.kind === 'phrase' && secret.phrase === phrase).length
    return secrets.length < maxAccounts
      ? keep([...secrets, { kind: 'phrase', phrase, index, isImported }])
      : Promise.resolve(entries.map(({ account }) => account))
  }
  const renew = () => keep([{ kind: 'phrase', phrase: createSeedPhrase(randomBytes), index: 0, isImported: false }])

  return {
    async load() {
      const stored = await storage.get(accountKey)
      if (stored === undefined) return renew()
      entries = await Promise.all(parseSecrets(stored).map(openSecret))
      return entries.map(({ account }) => account)
    },
    add() {
      const own = entries.find(({ account }) => account.origin === 'created')?.secret
      return more(own?.kind === 'phrase' ? own.phrase : createSeedPhrase(randomBytes), false)
    },
    async importPhrase(text) {
      const phrase = parseSeedPhrase(text)
      const isOwn = entries.some(
        ({ secret: each }) => each.kind === 'phrase' && each.phrase === phrase && !each.isImported,
      )
      return more(phrase, !isOwn)
    },
    renew,
    phraseOf(address) {
      const secret = entries.find(({ account }) => account.address === address)?.secret
      return secret?.kind === 'phrase' ? secret.phrase : undefined
    },
  }
}

async function openSecret(secret: Secret): Promise<Entry> {
  if (secret.kind === 'key') return { secret, account: { ...createAccount(hexToBytes(secret.key)), origin: 'key' } }
  const key = deriveSecp256k1Key(await seedOf(secret.phrase), `m/44'/60'/0'/0/${secret.index}`)
  return { secret, account: { ...createAccount(key), origin: secret.isImported ? 'imported' : 'created' } }
}

const unreadable = () =>
  new AccountUnreadableError('The stored test accounts cannot be read. Reset them to get a new one.')

function parseSecrets(stored: string): readonly Secret[] {
  // The form of the first versions: one key, as hex.
  if (/^[0-9a-f]{64}$/.test(stored)) return [{ kind: 'key', key: stored }]
  const items = parseList(stored)
  if (items.length === 0 || items.length > maxAccounts) throw unreadable()
  return items.map(parseSecret)
}

function parseList(stored: string): readonly unknown[] {
  try {
    const items: unknown = JSON.parse(stored)
    if (Array.isArray(items)) return items
  } catch {
    // Said below: no list.
  }
  throw unreadable()
}

function parseSecret(item: unknown): Secret {
  const object = asObject(item) ?? {}
  const key = asString(field(object, 'key'), 64)
  if (field(object, 'kind') === 'key' && key !== undefined && /^[0-9a-f]{64}$/.test(key)) return { kind: 'key', key }
  const phrase = asString(field(object, 'phrase'), 512)
  const index = asInteger(field(object, 'index'), 0, maxAccounts)
  const isImported = field(object, 'isImported')
  if (
    field(object, 'kind') !== 'phrase' ||
    phrase === undefined ||
    index === undefined ||
    typeof isImported !== 'boolean'
  )
    throw unreadable()
  try {
    return { kind: 'phrase', phrase: parseSeedPhrase(phrase), index, isImported }
  } catch (error) {
    throw error instanceof InvalidSeedPhraseError ? unreadable() : error
  }
}
