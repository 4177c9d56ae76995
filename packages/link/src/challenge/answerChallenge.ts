import type { Proof } from '@hawser/wire'
import { TooManyRequestsError } from '@hawser/wire'
import { CannotCheckNowError, ChallengeUnknownError, SignaturePendingError } from '../errors.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { Token } from '../http/rateLimits.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { Challenge } from '../records/challenge.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { consumeChallenge, storeChallenge } from './challenge.ts'
import { formatReceipt } from './receipt.ts'

type ChallengeKey<P extends Challenge['purpose']> = Omit<Parameters<typeof consumeChallenge<P>>[0], 'answer'>

/**
 * Takes a challenge out of the store and checks its answer. The challenge returns to the store in two cases only:
 * - The answer cannot be checked now (`CannotCheckNowError`). No verdict was given, so the challenge stays as it was (T-48).
 * - The contract of the account does not agree yet (`SignaturePendingError`), for example because other owners still have to
 *   sign. From then on the challenge accepts only this exact answer, so that a client cannot try signatures one by one. The
 *   challenge can still be consumed only once, keeps its expiry, and is checked a limited number of times (`limitChecks`).
 *
 * After the check, `confirm` throws if the host user's session has ended. Nothing is written in that case.
 * @throws ChallengeUnknownError, ChallengeExpiredError, TooManyRequestsError, and what `check`, `confirm` and `limitChecks`
 * throw
 */
export async function answerChallenge<P extends Challenge['purpose']>(
  key: ChallengeKey<P> & Answered & { readonly confirm: () => Promise<void> },
  check: (challenge: Extract<Challenge, { purpose: P }>) => Promise<ProvenAccount>,
): Promise<{ readonly challenge: Extract<Challenge, { purpose: P }>; readonly account: ProvenAccount }> {
  const { challenge, isPending } = await takeChallenge(key)
  try {
    if (isPending) await key.limitChecks()
    const account = await check(challenge)
    await key.confirm()
    return { challenge, account }
  } catch (error) {
    const isOfNoCheck = error instanceof CannotCheckNowError || (isPending && error instanceof TooManyRequestsError)
    if (!isOfNoCheck && !(error instanceof SignaturePendingError)) throw error
    const answer = isPending || error instanceof SignaturePendingError ? key.answer : undefined
    const { store, now, hostUserId, sessionId, walletId } = key
    const hostUser = { id: hostUserId, label: '', ...(sessionId === undefined ? {} : { sessionId }) }
    // If the store has no more room for this challenge, the visitor needs a new one. The error of this answer is the same.
    await key
      .confirm()
      .then(() => storeChallenge({ store, hostUser, walletId, answer, now }, challenge))
      .catch(() => undefined)
    throw error
  }
}

type Answered = {
  /** A canonical text for this answer, the same for every spelling of its signature. */
  readonly answer: string
  /** Counts one more check of an answer that the contract did not agree to before. @throws TooManyRequestsError */
  readonly limitChecks: () => Promise<void>
}

/** Builds the key that `answerChallenge` takes from a proof: its challenge, its host user, and its receipt. */
export function keyOfProof(
  { store, take }: Pick<LinkContext, 'store' | 'take'>,
  given: {
    readonly proof: Proof
    readonly hostUser: Pick<HostUser, 'id' | 'sessionId'>
    readonly walletId?: string
    readonly token?: Token | undefined
    readonly now: number
    readonly confirm: () => Promise<void>
  },
) {
  const { proof, hostUser, ...rest } = given
  return {
    ...rest,
    store,
    id: proof.challengeId,
    hostUserId: hostUser.id,
    sessionId: hostUser.sessionId,
    // The spelling rules of a contract apply, because only contracts are asked twice. `formatReceipt` leaves `again` out.
    answer: formatReceipt(proof, hostUser, 'eip1271'),
    limitChecks: () => take('checksPerChallenge', proof.challengeId),
  }
}

/** Consumes the challenge by its id or, if that fails, as a challenge that waits for this exact answer. */
async function takeChallenge<P extends Challenge['purpose']>(
  key: ChallengeKey<P> & { readonly answer: string },
): Promise<{ readonly challenge: Extract<Challenge, { purpose: P }>; readonly isPending: boolean }> {
  try {
    return { challenge: await consumeChallenge({ ...key, answer: undefined }), isPending: false }
  } catch (error) {
    if (!(error instanceof ChallengeUnknownError)) throw error
    return { challenge: await consumeChallenge({ ...key, token: undefined }), isPending: true }
  }
}
