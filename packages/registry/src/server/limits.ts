import type { RateLimit } from './rateLimiter.ts'

/** The limits of one registry. Times in milliseconds, lengths in bytes. */
export type RegistryLimits = {
  /** The rate limit of one address. */
  readonly pace: RateLimit
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly headersLength: number
  /** Time for the headers of a request to arrive. */
  readonly headersMs: number
  /** Time for a whole request to arrive. */
  readonly requestMs: number
  /** Time that a connection stays open without a request. */
  readonly keepAliveMs: number
  /** The time a client has to read an answer. */
  readonly answerMs: number
  /** Time that a stopping registry waits for answers in progress. */
  readonly stopMs: number
}

export const defaultRegistryLimits: RegistryLimits = {
  pace: { perSecond: 20, burst: 100 },
  connections: 10_000,
  connectionsPerAddress: 100,
  headersLength: 16_384,
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 15_000,
  answerMs: 60_000,
  stopMs: 5_000,
}
