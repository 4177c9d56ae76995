import type { Proof } from '@hawser/wire'
import { TooManyRequestsError } from '@hawser/wire'
import { CannotCheckNowError, ChallengeUnknownError, SignaturePendingError } from '../errors.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { Token } from '../http/rateLimits.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { Challenge } from '../records/challenge.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { consumeChallenge, keepChallenge } from './challenge.ts'
import { formatReceipt } from './receipt.ts'

type ChallengeKey<P extends Challenge['purpose']> = Omit<Parameters<typeof consumeChallenge<P>>[0], 'answer'>

/**
 * Takes a challenge out of the store and has its answer checked. Two things put it back, and nothing else does:
 * - The answer cannot be checked now (`CannotCheckNowError`): nobody has said no, and the challenge is as it was (T-48).
 * - The contract of the account does not agree yet (`SignaturePendingError`), as one does whose other owners have still to
 *   sign: the challenge is good for this very answer from then on, and for no other. So nobody tries signatures one by one, and
 *   it can still be taken once only. It expires when it would have, and is checked so often at most (`limitChecks`).
 *
 * `confirm` says, after the check, whether the host user is still there: nothing is written for one who is not.
 * @throws ChallengeUnknownError, ChallengeExpiredError, TooManyRequestsError, and what `check`, `confirm` and `limitChecks` throw
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
    // Where there is no room for it any more the visitor needs a new one, and hears the same now.
    await key
      .confirm()
      .then(() => keepChallenge({ store, hostUser, walletId, answer, now }, challenge))
      .catch(() => undefined)
    throw error
  }
}

type Answered = {
  /** One text for this answer, however it is spelled. */
  readonly answer: string
  /** Counts one more check of an answer that was not agreed to before. @throws TooManyRequestsError */
  readonly limitChecks: () => Promise<void>
}

/** The key that `answerChallenge` takes of a proof: its challenge, its host user, and the text it is known by. */
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
    // As a contract takes it: nobody else is asked twice. That it was sent before is not of the answer.
    answer: formatReceipt(proof, hostUser, 'eip1271'),
    limitChecks: () => take('checksPerChallenge', proof.challengeId),
  }
}

/** By its id, or, where that is not to be found, as one that waits for this answer. */
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
