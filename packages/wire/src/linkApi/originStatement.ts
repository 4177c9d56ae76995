import { InvalidLinkBodyError, InvalidOriginStatementError } from '../errors.ts'
import { given } from '../given.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import type { Topic } from '../topic.ts'
import { isTopic } from '../topic.ts'
import { parseBody } from './linkApi.ts'

/**
 * The statement of a domain's server that one of its pages made a pairing. Times are epoch milliseconds. `signature` is ed25519
 * over `originSigningInput`, 64 bytes as hex. A parsed statement is not yet verified.
 */
export type OriginStatement = {
  /** Host and port as `URL.host` writes them, for example `app.example` or `localhost:4400`. */
  readonly domain: string
  /** The topic of the pairing. */
  readonly topic: Topic
  readonly issuedAt: number
  readonly expiresAt: number
  readonly signature: string
}

/**
 * The path at which the link API issues statements, under its mount address. Not in `linkPaths`, because most pages never ask
 * for one.
 */
export const originStatementsPath = '/origin-statements'

/** Where a domain publishes the keys of its statements (RFC 8615). */
export const originKeysPath = '/.well-known/hawser-origin.json'

/** The session property of a proposal, and of a request to sign in, that contains a statement as JSON. */
export const originStatementProperty = 'hawser_originStatement'

/** Limits of statements and keys. */
export const originLimits = {
  /** Public keys of a domain at one time: the key in use, and others during its replacement. */
  keys: 8,
  /** Bytes of the document at `originKeysPath`. */
  documentBytes: 4096,
  /** Characters of a statement as JSON. */
  statementLength: 1024,
  /** The longest validity of a statement: that of a pairing link. */
  lifetimeMs: 300_000,
} as const

// Keeps the signature from counting for anything else. Each field follows on a line of its own; no field contains a line break.
const signingContext = 'hawser origin statement 1'
// The form of `URL.host`: ASCII in lower case, an IPv6 address in brackets.
const domainPattern = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$/
const keyPattern = /^[0-9a-f]{64}$/
const claimShape = { domain: 'text', topic: 'text', issuedAt: 'number', expiresAt: 'number' } as const
const fields = ['domain', 'topic', 'issuedAt', 'expiresAt', 'signature']

/** The bytes that are signed. */
export function originSigningInput(statement: Omit<OriginStatement, 'signature'>): Uint8Array {
  given('statement', statement, claimShape)
  const { domain, topic, issuedAt, expiresAt } = statement
  return new TextEncoder().encode([signingContext, domain, topic, issuedAt, expiresAt].join('\n'))
}

/** Writes a statement as the text that travels with a proposal. */
export function formatOriginStatement(statement: OriginStatement): string {
  given('statement', statement, { ...claimShape, signature: 'text' })
  const { domain, topic, issuedAt, expiresAt, signature } = statement
  return JSON.stringify({ domain, topic, issuedAt, expiresAt, signature })
}

/**
 * Reads a statement: the text that came with a proposal, or the link API's answer. It must have exactly the known fields, each
 * in its one form.
 * @throws InvalidOriginStatementError
 */
export function parseOriginStatement(value: unknown): OriginStatement {
  const body = asObject(typeof value === 'string' ? parseJson(value) : value) ?? refuse('is an object')
  if (Object.keys(body).some((name) => !fields.includes(name))) refuse(`has ${fields.join(', ')} and nothing else`)
  const domain = asString(field(body, 'domain'), 259)
  const topic = field(body, 'topic')
  const issuedAt = asInteger(field(body, 'issuedAt'), 0, Number.MAX_SAFE_INTEGER)
  const expiresAt = asInteger(field(body, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  const signature = asString(field(body, 'signature'), 128)
  if (domain === undefined || !domainPattern.test(domain)) return refuse('names a domain')
  if (!isTopic(topic)) return refuse('names a topic')
  if (issuedAt === undefined || expiresAt === undefined || expiresAt <= issuedAt)
    return refuse('says from when to when')
  if (expiresAt - issuedAt > originLimits.lifetimeMs) return refuse('lives no longer than a pairing link')
  if (signature === undefined || !/^[0-9a-f]{128}$/.test(signature)) return refuse('has a signature of 64 bytes')
  return { domain, topic, issuedAt, expiresAt, signature }
}

/** Writes the document at `originKeysPath`: ed25519 public keys of 64 hex digits. Each of these keys may sign. */
export function formatOriginKeys(keys: readonly string[]): string {
  given('keys', keys, 'texts')
  return JSON.stringify({ keys })
}

/**
 * Reads the keys that a domain publishes. Ignores fields of later versions.
 * @throws InvalidOriginStatementError
 */
export function parseOriginKeys(value: unknown): readonly string[] {
  const keys: unknown = field(asObject(value) ?? {}, 'keys')
  if (!Array.isArray(keys) || keys.length > originLimits.keys || !keys.every(isKey))
    throw new InvalidOriginStatementError(
      `A domain publishes up to ${originLimits.keys} keys of 64 hex digits in lower case.`,
    )
  return keys
}

/**
 * Reads a request for a statement: the topic of a pairing.
 * @throws InvalidLinkBodyError - also on an unknown field
 */
export function parseOriginStatementRequest(value: unknown): { readonly topic: Topic } {
  const topic = field(parseBody(value, ['topic']), 'topic')
  if (!isTopic(topic)) throw new InvalidLinkBodyError('topic must be 64 lower-case hex characters.')
  return { topic }
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && keyPattern.test(value)
}

function parseJson(text: string): unknown {
  if (text.length > originLimits.statementLength) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuse(what: string): never {
  throw new InvalidOriginStatementError(`An origin statement ${what}.`)
}
