import { formatCaip122Message } from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ChallengeExpiredError, ChallengeUnknownError, TooManyChallengesError, TooManyWalletsError } from '../errors.ts'
import { checkTaken, type Token } from '../http/rateLimits.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { Challenge, LinkChallenge } from '../records/challenge.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import type { LinkAccount } from '../verifiers/linkAccount.ts'
import { formatStatement } from './statements.ts'

/**
 * Limits of challenges. `openPerHostUser` counts the unanswered, unexpired challenges of one purpose. `lifetimeMs` applies to
 * texts that `challengeLifetimeSeconds` does not cover.
 */
export const challengeLimits = {
  lifetimeMs: 5 * 60_000,
  openPerHostUser: 10,
  keptAfterExpiryMs: 60 * 60_000,
} as const

/** The maximum number of linked wallets of one host user. One page of the API can list more (wire `linkLimits.wallets`). */
export const walletsPerHostUser = 500

/**
 * Writes a challenge and stores it.
 * @throws TooManyChallengesError, TooManyWalletsError
 */
export async function issueChallenge(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  readonly account: LinkAccount
  readonly walletName: string | undefined
  readonly domain: string
  readonly uri: string
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
  /** Default: five minutes. */
  readonly lifetimeMs?: number
}): Promise<LinkChallenge> {
  const challenge = createChallenge(request)
  await storeChallenge(request, challenge)
  return challenge
}

/**
 * Stores a challenge that was written.
 * @throws TooManyChallengesError, TooManyWalletsError
 */
export async function storeChallenge(
  {
    store,
    hostUser,
    walletId,
    answer,
    now,
  }: {
    readonly store: LinkStore
    readonly hostUser: HostUser
    readonly walletId?: string | undefined
    readonly answer?: string | undefined
    readonly now: number
  },
  challenge: Challenge,
): Promise<void> {
  const isMore = challenge.purpose === 'link' || challenge.purpose === 'oneTap'
  // A page asks for a one-tap challenge each time it opens, before any wallet is known. Where other owners have to sign, a
  // visitor who starts over would wait for a day. In both cases a new challenge replaces the oldest one.
  const makesRoom = challenge.purpose === 'oneTap' || challenge.expiresAt - now > challengeLimits.lifetimeMs
  const row = { ...challenge, id: storedId(challenge.id, { sessionId: hostUser.sessionId, walletId, answer }) }
  const bounds = {
    openLimit: challengeLimits.openPerHostUser,
    now,
    walletLimit: isMore ? walletsPerHostUser : undefined,
  }
  let put = await store.putChallenge(row, { ...bounds, whenFull: makesRoom ? 'drop-oldest' : 'refuse' })
  // Every open challenge is of a clock that was ahead, or waits for other owners. A visitor must not wait for those either.
  if (!put.kept && put.full === 'challenges' && put.firstExpiresAt - now > challengeLimits.lifetimeMs)
    put = await store.putChallenge(row, { ...bounds, whenFull: 'drop-oldest' })
  if (put.kept) return
  if (put.full === 'wallets')
    throw new TooManyWalletsError('This account has as many linked wallets as it may have. Unlink one first.')
  throw new TooManyChallengesError('Too many challenges are open for this account. Try again in a few minutes.', {
    retryAfterSeconds: Math.max(1, Math.ceil((put.firstExpiresAt - now) / 1000)),
  })
}

/**
 * Takes a challenge out of the store for good: after a wrong answer the client needs a new one.
 * @throws TooManyRequestsError - no token is left; the challenge stays
 * @throws ChallengeUnknownError - also for the challenge of another host user or session, in the same words
 * @throws ChallengeExpiredError
 */
export async function consumeChallenge<P extends Challenge['purpose']>(request: {
  readonly store: LinkStore
  readonly id: string
  readonly hostUserId: string
  readonly sessionId: string | undefined
  /** For a challenge that accepts only one linked wallet. */
  readonly walletId?: string | undefined
  /** The receipt of the only answer that the challenge accepts, because its contract did not agree to that answer yet. */
  readonly answer?: string | undefined
  /** Charges the answer to a limit, if it was not counted yet. */
  readonly token?: Token | undefined
  readonly purpose: P
  readonly now: number
}): Promise<Extract<Challenge, { purpose: P }>> {
  const { store, id, hostUserId, token, purpose, now } = request
  const key = { id: storedId(id, request), hostUserId, purpose }
  const challenge = await (token === undefined ? store.consumeChallenge(key) : consumeCounted(store, { ...key, token }))
  if (challenge === undefined)
    throw new ChallengeUnknownError('This challenge is unknown or was answered already. Ask for a new one.')
  // Negated, so that a time that is not a number counts as expired.
  if (!(now < challenge.expiresAt)) throw new ChallengeExpiredError('This challenge has expired. Ask for a new one.')
  return { ...challenge, id }
}

async function consumeCounted<P extends Challenge['purpose']>(
  store: LinkStore,
  request: { readonly id: string; readonly hostUserId: string; readonly purpose: P; readonly token: Token },
): Promise<Extract<Challenge, { purpose: P }> | undefined> {
  const taken = await store.consumeWithToken(request)
  checkTaken(taken)
  return taken.challenge
}

/**
 * Derives the key of a challenge in the store from its id, its session, and the only wallet and answer it accepts. A client
 * without these parts cannot find the challenge, to answer it or to use it up. Without any of them the key is the id itself.
 */
function storedId(id: string, bound: Bound): string {
  const { sessionId, walletId, answer } = bound
  if (sessionId === undefined && walletId === undefined && answer === undefined) return id
  const parts = [id, sessionId ?? null, walletId ?? null, ...(answer === undefined ? [] : [answer])]
  return randomId(() => sha256(utf8ToBytes(JSON.stringify(parts))))
}

type Bound = {
  readonly sessionId?: string | undefined
  readonly walletId?: string | undefined
  readonly answer?: string | undefined
}

/** Creates a challenge with its text, without storing it. */
export function createChallenge(
  request: Omit<Parameters<typeof issueChallenge>[0], 'store'> & { readonly statement?: string },
): LinkChallenge {
  const { hostUser, account, domain, uri, now, randomBytes, walletName } = request
  const id = randomId(randomBytes)
  const expiresAt = now + (request.lifetimeMs ?? challengeLimits.lifetimeMs)
  const message = formatCaip122Message(account.namespace, {
    domain,
    address: account.address,
    statement: request.statement ?? formatStatement(hostUser.label, domain),
    uri,
    chainId: account.reference,
    nonce: randomId(randomBytes),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
    notBefore: undefined,
    requestId: id,
    resources: undefined,
  })
  return { id, hostUserId: hostUser.id, purpose: 'link', accountId: account.accountId, walletName, message, expiresAt }
}
