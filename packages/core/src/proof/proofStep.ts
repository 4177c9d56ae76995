import type { ProofEffect, ProofStepParams, ProofStepResult } from '../flow/proofSteps.ts'
import { loadPart } from '../platform/loadPart.ts'
import { createLinkClient, type LinkClientOptions, type ProofClient } from './linkClient.ts'
import type { OneTap } from './oneTap.ts'

/** What a step towards a proof is taken with. */
export type ProofStepOptions = ProofStepParams & {
  readonly linkApi: LinkClientOptions
  readonly oneTap: () => Promise<OneTap>
}

// Who signs alone has done so by then.
const delayMs = 60_000

/**
 * Asks for the text to sign, has the wallet sign it, or hands in what was signed, and says what came of it. A chunk of its own:
 * a QR code is drawn without it.
 * @throws LinkRefusedError, LinkUnavailableError, and what the wallet's connector throws
 */
export async function takeProofStep(
  options: ProofStepOptions,
  effect: ProofEffect,
  signal: AbortSignal,
): Promise<ProofStepResult> {
  if (effect.type === 'requestChallenge') {
    const issued = await (await openClient(options)).requestChallenge(effect, signal)
    return 'outcome' in issued
      ? { type: 'proofAccepted', ...issued }
      : { type: 'challengeIssued', accountId: effect.accountId, ...issued }
  }
  if (effect.type === 'sendCacao') {
    const wallet = await (await options.oneTap()).sendCacao(effect.proof, signal)
    return { type: 'proofAccepted', outcome: { kind: 'link', wallet } }
  }
  const { challengeId } = effect
  if (effect.type === 'requestSignature') {
    const { connection, accountId, message, expiresAt } = effect
    const cancelTimer = options.linkApi.setTimer(() => signal.aborted || options.onDelay(), delayMs)
    try {
      const signature = await options.signMessage(connection, { accountId, message, expiresAt, signal })
      return { type: 'signatureGiven', challengeId, signature }
    } finally {
      cancelTimer()
    }
  }
  const outcome = await (await openClient(options)).sendProof({ challengeId, signature: effect.signature }, signal)
  return { type: 'proofAccepted', outcome }
}

/** Most pages link: the code of the other purposes is fetched when it is needed. */
async function openClient({ linkApi, purpose }: ProofStepOptions): Promise<ProofClient> {
  if (purpose.kind === 'link') return createLinkClient(linkApi)
  const { createPurposeClient } = await loadPart(() => import('./purposeClient.ts'))
  return createPurposeClient(linkApi, purpose)
}
