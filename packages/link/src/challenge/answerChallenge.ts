import { CannotCheckNowError } from '../errors.ts'
import type { Challenge } from '../records/challenge.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { consumeChallenge, keepChallenge } from './challenge.ts'

/**
 * Takes a challenge out of the store and has its answer checked. Where that cannot be done now, the challenge is put back as it
 * was: nobody has said no, and the same answer may be given again until it expires (T-48). Nothing else puts one back.
 * `confirm` says, after the check, whether the host user is still there: nothing is written for one who is not.
 * @throws ChallengeUnknownError, ChallengeExpiredError, CannotCheckNowError, and what `check` and `confirm` throw
 */
export async function answerChallenge<P extends Challenge['purpose']>(
  key: Parameters<typeof consumeChallenge<P>>[0] & { readonly confirm: () => Promise<void> },
  check: (challenge: Extract<Challenge, { purpose: P }>) => Promise<ProvenAccount>,
): Promise<{ readonly challenge: Extract<Challenge, { purpose: P }>; readonly account: ProvenAccount }> {
  const challenge = await consumeChallenge(key)
  try {
    const account = await check(challenge)
    await key.confirm()
    return { challenge, account }
  } catch (error) {
    if (!(error instanceof CannotCheckNowError)) throw error
    const { store, now, hostUserId, sessionId, walletId } = key
    const hostUser = { id: hostUserId, label: '', ...(sessionId === undefined ? {} : { sessionId }) }
    // Where there is no room for it any more the visitor needs a new one, and hears the same now.
    await key
      .confirm()
      .then(() => keepChallenge({ store, hostUser, walletId, now }, challenge))
      .catch(() => undefined)
    throw error
  }
}
