import { asInteger, asObject, asString, field, linkLimits } from '@hawser/wire'
import { AccountUnreadableError, InvalidSeedPhraseError } from '../../errors.ts'
import { parseSeedPhrase } from './seedPhrase.ts'

/** What an account is made of. */
export type Secret =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'phrase'; readonly phrase: string; readonly index: number; readonly isImported: boolean }

/** An account as the storage holds it. */
export type StoredAccount = { readonly secret: Secret; readonly number: number; readonly name: string | undefined }

/** More than a test needs; a stored list that is longer is none of ours. */
export const maxAccounts = 20

/** Accounts as text. */
export function formatStoredAccounts(accounts: readonly StoredAccount[]): string {
  return JSON.stringify(accounts.map(({ secret, number, name }) => ({ ...secret, number, ...(name && { name }) })))
}

/**
 * Reads stored accounts, in the forms of earlier versions too: one key as hex, and accounts that had neither number nor name.
 * @throws AccountUnreadableError - what is stored is none of them
 */
export function parseStoredAccounts(stored: string): readonly StoredAccount[] {
  if (/^[0-9a-f]{64}$/.test(stored)) return [{ secret: { kind: 'key', key: stored }, number: 1, name: undefined }]
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

function parseAccount(item: unknown, place: number): StoredAccount {
  const object = asObject(item) ?? {}
  const [storedNumber, storedName] = [field(object, 'number'), field(object, 'name')]
  const number = storedNumber === undefined ? place + 1 : asInteger(storedNumber, 1, Number.MAX_SAFE_INTEGER)
  const name = storedName === undefined ? undefined : asString(storedName, linkLimits.walletNameLength)
  if (number === undefined || (storedName !== undefined && name === undefined)) throw unreadable()
  return { secret: parseSecret(object), number, name }
}

function parseSecret(object: Readonly<Record<string, unknown>>): Secret {
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
