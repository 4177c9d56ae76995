import { linkLimits } from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import { AccountUnreadableError, InvalidSeedPhraseError } from '../../errors.ts'
import { parseSeedPhrase } from './seedPhrase.ts'

/** An account as the storage holds it: a place of a seed phrase. */
export type StoredAccount = {
  readonly phrase: string
  readonly index: number
  readonly isImported: boolean
  readonly number: number
  readonly name: string | undefined
}

/** More than a test needs; a longer stored list is not ours. */
export const maxAccounts = 20

/** Accounts as text. */
export function formatStoredAccounts(accounts: readonly StoredAccount[]): string {
  return JSON.stringify(accounts)
}

/**
 * Reads stored accounts.
 * @throws AccountUnreadableError - the stored text holds no accounts
 */
export function parseStoredAccounts(stored: string): readonly StoredAccount[] {
  const items = parseList(stored)
  if (items.length === 0 || items.length > maxAccounts) throw unreadable()
  const accounts = items.map(parseAccount)
  if (new Set(accounts.map(({ number }) => number)).size !== accounts.length) throw unreadable()
  return accounts
}

const unreadable = () =>
  new AccountUnreadableError('The stored test accounts cannot be read. Reset them to get a new one.')

function parseList(stored: string): readonly unknown[] {
  try {
    const items: unknown = JSON.parse(stored)
    if (Array.isArray(items)) return items
  } catch {
    // Said below: no list.
  }
  throw unreadable()
}

function parseAccount(item: unknown): StoredAccount {
  const object = asObject(item) ?? {}
  const phrase = asString(field(object, 'phrase'), 512)
  const index = asInteger(field(object, 'index'), 0, maxAccounts)
  const isImported = field(object, 'isImported')
  const number = asInteger(field(object, 'number'), 1, Number.MAX_SAFE_INTEGER)
  const storedName = field(object, 'name')
  const name = asString(storedName, linkLimits.walletNameLength)
  if (phrase === undefined || index === undefined || typeof isImported !== 'boolean' || number === undefined)
    throw unreadable()
  if (storedName !== undefined && name === undefined) throw unreadable()
  try {
    return { phrase: parseSeedPhrase(phrase), index, isImported, number, name }
  } catch (error) {
    throw error instanceof InvalidSeedPhraseError ? unreadable() : error
  }
}
