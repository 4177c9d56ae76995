/**
 * Requests a minute, all of which may come at once: in the first minute, with what is gained meanwhile, up to twice as many. A
 * host user's count is one over all their sessions.
 */
export type LinkRateLimits = {
  readonly challengesPerUser: number
  /** By IPv4 address or IPv6 /64. */
  readonly challengesPerAddress: number
  readonly proofsPerUser: number
  readonly proofsPerAddress: number
  /** Of an answer that the contract of its account did not agree to before: so often it is asked again, for one challenge. */
  readonly checksPerChallenge: number
  /** Rename, set primary, unlink. */
  readonly changesPerUser: number
  /** Challenges for one wallet account, from one address (where that is known), for all host users together. */
  readonly challengesPerAccount: number
  /** The same from all addresses together. */
  readonly challengesPerAccountInAll: number
  /** Origin statements: one for each code that a page shows. */
  readonly originStatementsPerUser: number
  readonly originStatementsPerAddress: number
  /** Handoffs that are started. Claims of them and digits count as proofs do, each for themselves. */
  readonly handoffsPerUser: number
  readonly handoffsPerAddress: number
  /** How often the state of a handoff is asked for: once in two seconds. */
  readonly handoffLooks: number
}

export const defaultRateLimits: LinkRateLimits = {
  challengesPerUser: 10,
  challengesPerAddress: 60,
  proofsPerUser: 5,
  proofsPerAddress: 60,
  checksPerChallenge: 6,
  changesPerUser: 30,
  challengesPerAccount: 30,
  challengesPerAccountInAll: 600,
  originStatementsPerUser: 30,
  originStatementsPerAddress: 120,
  handoffsPerUser: 10,
  handoffsPerAddress: 60,
  handoffLooks: 30,
}
