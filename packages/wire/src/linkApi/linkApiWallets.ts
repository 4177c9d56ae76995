import { type AccountId, isAccountId } from '../caip/caip.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { linkLimits, parseBody } from './linkApi.ts'

/**
 * A change of a linked wallet: the host user's name for it (undefined removes the name), or that it becomes the primary one.
 */
export type WalletChange = { readonly label: string | undefined } | { readonly isPrimary: true }

/** Reads a change of a linked wallet. @throws InvalidLinkBodyError - also on an unknown field */
export function parseWalletChange(value: unknown): WalletChange {
  const body = parseBody(value, ['label', 'isPrimary'])
  const isPrimary = field(body, 'isPrimary')
  const label = field(body, 'label')
  if (label === undefined && isPrimary === true) return { isPrimary }
  if (isPrimary !== undefined || label === undefined)
    throw new InvalidLinkBodyError('The body must hold either label or "isPrimary": true.')
  if (label === null) return { label: undefined }
  const text = visibleText(asString(label, 1024) ?? '')
  // A long label is refused, not cut short: the host user chose these words.
  if (text === '' || text.length > linkLimits.walletNameLength)
    throw new InvalidLinkBodyError(`label must be a text of 1 to ${linkLimits.walletNameLength} visible characters.`)
  return { label: text }
}

/** An event in a linked wallet's history. `number` counts up from 1 within a host user, `at` is epoch milliseconds. */
export type WalletEvent = {
  readonly number: number
  readonly type: (typeof eventTypes)[number]
  readonly at: number
  readonly accountId: AccountId
  readonly walletName: string | undefined
  /** `handoff`: linked from another screen than the wallet's. Absent otherwise. */
  readonly via?: 'handoff'
}

/** A page of events, the latest first. `before` asks for the next page; undefined on the last page. */
export type WalletHistory = { readonly events: readonly WalletEvent[]; readonly before: number | undefined }

const eventTypes = [
  'linked',
  'refreshed',
  'renamed',
  'made-primary',
  'unlinked',
  'released',
  'became-stale',
  'must-re-prove',
  'signed-in',
] as const

/** Reads the query of a history: `before` and `limit`, each at most once and in decimal. @throws InvalidLinkBodyError */
export function parseHistoryQuery(query: URLSearchParams): {
  readonly before: number | undefined
  readonly limit: number
} {
  if (!(query instanceof URLSearchParams)) throw new InvalidLinkBodyError('The query must be URLSearchParams.')
  const read = (name: string, max: number): number | undefined => {
    const [text, ...more] = query.getAll(name)
    if (text === undefined) return undefined
    const value = /^[1-9]\d{0,15}$/.test(text) ? asInteger(Number(text), 1, max) : undefined
    if (value === undefined || more.length > 0)
      throw new InvalidLinkBodyError(`${name} must be a number of 1 to ${max}.`)
    return value
  }
  if ([...query.keys()].some((name) => name !== 'before' && name !== 'limit'))
    throw new InvalidLinkBodyError('The query may hold before and limit only.')
  return { before: read('before', Number.MAX_SAFE_INTEGER), limit: read('limit', linkLimits.historyPage) ?? 20 }
}

/** @throws InvalidLinkBodyError */
export function parseWalletHistory(value: unknown): WalletHistory {
  const body = asObject(value) ?? {}
  const events = field(body, 'events')
  if (!Array.isArray(events) || events.length > linkLimits.historyPage)
    throw new InvalidLinkBodyError('events must be an array.')
  return { events: events.flatMap(parseEvent), before: asInteger(field(body, 'before'), 1, Number.MAX_SAFE_INTEGER) }
}

/** Reads an event. Returns an empty list for an event whose type only a later version knows. */
function parseEvent(value: unknown): readonly WalletEvent[] {
  const body = asObject(value) ?? {}
  const number = asInteger(field(body, 'number'), 1, Number.MAX_SAFE_INTEGER)
  const typeName = asString(field(body, 'type'), 64)
  const type = eventTypes.find((known) => known === typeName)
  const at = asInteger(field(body, 'at'), 0, Number.MAX_SAFE_INTEGER)
  const accountId = field(body, 'accountId')
  if (number === undefined || typeName === undefined || at === undefined)
    throw new InvalidLinkBodyError('An event needs number, type and at.')
  if (typeof accountId !== 'string' || !isAccountId(accountId))
    throw new InvalidLinkBodyError('An event needs an accountId.')
  const walletName = asString(field(body, 'walletName'), linkLimits.walletNameLength)
  const via = field(body, 'via') === 'handoff' ? ({ via: 'handoff' } as const) : {}
  return type === undefined ? [] : [{ number, type, at, accountId, walletName, ...via }]
}
