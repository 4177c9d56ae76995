import { linkLimits } from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import { AccountUnreadableError, InvalidSeedPhraseError } from '../../errors.ts'
import { parseSeedPhrase } from './seedPhrase.ts'

/** An account in its stored form: a place of a seed phrase. */
export type StoredAccount = {
  readonly phrase: string
  readonly index: number
  readonly isImported: boolean
  readonly number: number
  readonly name: string | undefined
}

/** More accounts than a test needs. A longer stored list was not written by this wallet. */
export const maxAccounts = 20

/** Parses stored accounts. Throws an AccountUnreadableError for any other text. */
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
    // Not JSON: the error below covers it.
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
