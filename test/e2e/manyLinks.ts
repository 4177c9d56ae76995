import type { LinkRateLimits } from '@hawser/link'

/** Limits for tests that link one after the other for one visitor: theirs is another subject. */
export const manyLinks: LinkRateLimits = {
  challengesPerUser: 100_000,
  challengesPerAddress: 100_000,
  proofsPerUser: 100_000,
  proofsPerAddress: 100_000,
  checksPerChallenge: 100_000,
  changesPerUser: 100_000,
  challengesPerAccount: 100_000,
  challengesPerAccountInAll: 100_000,
  originStatementsPerUser: 100_000,
  originStatementsPerAddress: 100_000,
  handoffsPerUser: 100_000,
  handoffsPerAddress: 100_000,
  handoffLooks: 100_000,
}
