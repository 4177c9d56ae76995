/**
 * Requests per minute, all of which can come at once. With the tokens gained meanwhile, the first minute allows up to twice the
 * number. A host user has one count over all their sessions.
 */
export type LinkRateLimits = {
  readonly challengesPerUser: number
  /** Per IPv4 address or IPv6 /64. */
  readonly challengesPerAddress: number
  readonly proofsPerUser: number
  readonly proofsPerAddress: number
  /** How often, for one challenge, a contract is asked again about an answer that it did not agree to before. */
  readonly checksPerChallenge: number
  /** Renaming, setting the primary wallet, and unlinking. */
  readonly changesPerUser: number
  /** Challenges for one wallet account from one address, if known, for all host users together. */
  readonly challengesPerAccount: number
  /** Challenges for one wallet account from all addresses together. */
  readonly challengesPerAccountInAll: number
  /** Origin statements: one for each code that a page shows. */
  readonly originStatementsPerUser: number
  readonly originStatementsPerAddress: number
  /** Started handoffs. Claims and digits each count separately, at the limits for proofs. */
  readonly handoffsPerUser: number
  readonly handoffsPerAddress: number
  /** Requests for the state of a handoff: one every two seconds. */
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
