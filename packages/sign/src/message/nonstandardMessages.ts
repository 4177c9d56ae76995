import { accountsOf, type ChainId, type Namespaces, readReason, unnamedReason } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import type { SessionMessage } from './openedMessage.ts'

// Messages of wallets that deviate from the protocol. A separate chunk: a page whose wallet follows the protocol does
// not fetch it.

/**
 * Reads a message that deviates from JSON-RPC. A refusal counts in any form (readReason). An error with content
 * outweighs a result. An answer without either counts as a refusal, so that the caller neither takes it for success nor
 * waits for another. Only an empty error (`{}`, `null`) next to a result is ignored.
 * @throws InvalidSessionMessageError
 */
export function parseNonstandardMessage(object: Readonly<Record<string, unknown>>): SessionMessage {
  const id = parseId(field(object, 'id'))
  if (id === undefined) throw new InvalidSessionMessageError('The id of a message must be a number.')
  const result = field(object, 'result') ?? undefined
  const wrapped = refusalIn(result)
  const error = field(object, 'error') || wrapped
  const method = field(object, 'method') ?? undefined
  if (method !== undefined && result === undefined && !error) {
    if (typeof method !== 'string' || method.length > 64)
      throw new InvalidSessionMessageError('A method must be a text.')
    return { kind: 'request', id, method, params: field(object, 'params') }
  }
  const reason = readReason(error)
  const isResult = result === undefined ? Object.hasOwn(object, 'result') && !error : !wrapped && reason === undefined
  return isResult
    ? { kind: 'result', id, result: result ?? null }
    : { kind: 'error', id, reason: reason ?? unnamedReason }
}

/**
 * Reads an id that is a number, or a number written as text. Otherwise the request would wait in vain for an answer
 * with a text id.
 */
function parseId(id: unknown): number | undefined {
  const number = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id
  return asInteger(number, 1, Number.MAX_SAFE_INTEGER)
}

/**
 * Returns the error in a result that is only an error, from a wallet that wraps its answer twice or answers with the error
 * itself. Other numbers with words are answers: chains report success as 0 or 200.
 */
function refusalIn(result: unknown): unknown {
  const object = asObject(result) ?? {}
  const has = (names: readonly string[]) => Object.keys(object).every((name) => names.includes(name))
  if (has(['id', 'jsonrpc', 'error'])) return field(object, 'error')
  const isError =
    refusalCode.test(String(field(object, 'code'))) &&
    typeof field(object, 'message') === 'string' &&
    has(['code', 'message', 'data', 'name', 'stack'])
  return isError ? object : undefined
}

// The numbers with which wallets decline or lack something: EIP-1193, the protocol's reasons, JSON-RPC.
const refusalCode = /^(?:4001|4[12]00|490[0-2]|500[0-3]|3001|5101|-32\d{3})$/

// More words than any real event has.
const maxWords = 64

/**
 * Returns the first chain of a session that one of these values names: by its id, its number in any base, or an account
 * on it.
 */
export function findNamedChain(namespaces: Namespaces, ...values: readonly unknown[]): ChainId | undefined {
  for (const value of values) {
    const words = wordsOf(value)
    for (const account of accountsOf(namespaces)) {
      const [namespace = '', reference = '', address = ''] = account.split(':')
      const chainId: ChainId = `${namespace}:${reference}`
      const own = [account, chainId, reference, address].map((text) => text.toLowerCase())
      if (words.some((word) => own.includes(word) || Number(word) === Number(reference))) return chainId
    }
  }
  return undefined
}

function wordsOf(value: unknown): readonly string[] {
  const words = (JSON.stringify(value) ?? '').toLowerCase().match(/[\w:-]+/g)
  return words?.slice(0, maxWords) ?? []
}
