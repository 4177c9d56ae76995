import {
  InvalidOriginStatementError,
  type OriginStatement,
  originStatementProperty,
  parseOriginStatement,
  type Topic,
} from '@hawser/wire'
import { throwIfAborted } from '../lifetime/throwIfAborted.ts'
import type { Authentication, Proposal } from '../records/records.ts'
import { type AskWorld, fetchOriginKeys } from './originKeys.ts'
import { isSignedBy } from './originSignature.ts'
import { parseOriginUrl } from './originUrl.ts'

/**
 * The result of an origin check. `valid`: the server at the claimed address has confirmed this very pairing.
 * `mismatch`: the server publishes keys, but none of them has signed a statement for this pairing. `unknown`: the
 * server publishes no keys, or cannot be asked. `scam`: the address is on the wallet's own list.
 */
export type OriginStatus = 'valid' | 'mismatch' | 'unknown' | 'scam'

/** A requester's claim about its origin. */
export type OriginClaim = {
  /** `metadata.url` of the requester. */
  readonly url: string
  readonly pairingTopic: Topic
  /** The value under `originStatementProperty` in the request's `sessionProperties`. */
  readonly statement: string | undefined
}

export type CheckOriginOptions = OriginClaim & {
  /**
   * Host names to warn about, in ASCII and lower case. Their subdomains count too. A `Set`, or any object with `has`
   * for a longer list.
   */
  readonly knownScams: { has(hostName: string): boolean }
  /** Default: the global `fetch`. If it uses a proxy of the wallet, the claimed server does not learn the user's IP address. */
  readonly fetch?: typeof fetch
  /** For development: also asks servers on this machine, and over http. Default: false. */
  readonly allowsLoopback?: boolean
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** Calls back after `delayMs`. Returns a function that cancels the timer. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void
  readonly signal?: AbortSignal
}

/** The time that the claimed server has to answer, in total. */
const patienceMs = 3_000
// Names in home and company networks, by RFC 6761, 6762, 7686 and 8375, by ICANN's reservations (internal, home, corp),
// and by custom.
const privateName = /\.(?:local|internal|home\.arpa|lan|home|corp|intranet|localdomain|test|onion)$/
// The clocks of the server and the wallet can each be five minutes off (F-L14).
const clockLeewayMs = 300_000

/** Returns the claim of a proposal or sign-in request about its origin. */
export function originClaim(asked: Proposal | Authentication): OriginClaim {
  const { metadata } = asked.kind === 'proposal' ? asked.proposer : asked.requester
  const statement = asked.sessionProperties?.[originStatementProperty]
  return { url: metadata.url, pairingTopic: asked.pairingTopic, statement }
}

/**
 * Asks the server at the claimed address whether a pairing is its own. Sends a GET of `/.well-known/hawser-origin.json`
 * over https, without credentials and redirects, and a second one past the cache if the first keys do not match. Waits
 * at most three seconds. Rejects only when `signal` aborts.
 *
 * @example
 * const status = await checkOrigin({ ...originClaim(proposal), knownScams: new Set(['evil.example']) })
 * if (status === 'mismatch') showWarning()
 */
export async function checkOrigin(options: CheckOriginOptions): Promise<OriginStatus> {
  const { knownScams, signal, now = Date.now, setTimer = setPlatformTimer, allowsLoopback = false } = options
  throwIfAborted(signal)
  const url = parseOriginUrl(options.url)
  if (url === undefined) return 'unknown'
  if (isListed(knownScams, url.hostname)) return 'scam'
  const address = addressToAsk(url, allowsLoopback)
  if (address === undefined) return 'unknown'
  // Called without a receiver: browsers refuse a fetch that is a method of another object.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args))
  const late = new AbortController()
  const cancelTimer = setTimer(() => late.abort(), patienceMs)
  const stop = () => late.abort()
  signal?.addEventListener('abort', stop)
  try {
    const status = await compare({ fetch, signal: late.signal }, address, url.host, options, now())
    throwIfAborted(signal)
    return status
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', stop)
  }
}

async function compare(
  world: AskWorld,
  address: string,
  domain: string,
  claim: OriginClaim,
  now: number,
): Promise<OriginStatus> {
  const keys = await fetchOriginKeys(world, address, 'default')
  if (keys.length === 0) return 'unknown'
  const statement = readStatement(claim.statement)
  if (statement?.domain !== domain || statement.topic !== claim.pairingTopic || !holds(statement, now))
    return 'mismatch'
  if (isSignedBy(statement, keys)) return 'valid'
  // The keys can have changed since a cache stored them.
  const newest = await fetchOriginKeys(world, address, 'reload')
  return isSignedBy(statement, newest) ? 'valid' : 'mismatch'
}

function holds({ issuedAt, expiresAt }: OriginStatement, now: number): boolean {
  return issuedAt - clockLeewayMs <= now && now < expiresAt + clockLeewayMs
}

function readStatement(text: string | undefined): OriginStatement | undefined {
  try {
    return parseOriginStatement(text)
  } catch (error) {
    if (error instanceof InvalidOriginStatementError) return undefined
    throw error
  }
}

/** Whether the list contains a name or one of its parent domains. */
function isListed(knownScams: CheckOriginOptions['knownScams'], hostname: string): boolean {
  const labels = hostname.split('.')
  return labels.some((_, index) => knownScams.has(labels.slice(index).join('.')))
}

/**
 * Returns the address to ask, or undefined for a name without a public domain: a page must not reach into the network
 * of the user's device.
 */
function addressToAsk({ protocol, hostname, host }: URL, allowsLoopback: boolean): string | undefined {
  if (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.[\d.]+$/.test(hostname)
  )
    return allowsLoopback ? `${protocol}//${host}` : undefined
  const isNumeric = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  if (isNumeric || !hostname.includes('.') || privateName.test(hostname)) return undefined
  // An http claim is checked over https too: over http, anyone on the path could answer.
  return `https://${host}`
}

function setPlatformTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
