import type { Effect, FlowEvent } from './event.ts'
import { toFailedState } from './failed.ts'
import type { FlowRules } from './rules.ts'
import type { FlowState } from './state.ts'
import { beginProof, endSession, endSessionUnlessKept, type TransitionResult, targetOf } from './steps.ts'

/** Transitions after a wallet has connected, if no proof is needed. */
export function transitionWhileConnected(
  state: Extract<FlowState, { status: 'connected' }>,
  event: FlowEvent,
  rules: FlowRules,
): TransitionResult {
  const { connection, choice } = state
  if (event.type === 'closed') return [{ status: 'closed' }, endSessionUnlessKept(connection, rules)]
  if (event.type === 'sessionEnded' && event.topic === connection.id) return [toFailedState(event.error, choice), []]
  return [state, []]
}

/** Transitions while the wallet is asked for a proof. */
export function transitionWhileProving(
  state: Extract<FlowState, { status: 'proving' }>,
  event: FlowEvent,
  rules: FlowRules,
): TransitionResult {
  const { connection, accountId, attempt, step, choice } = state
  if (event.type === 'closed') {
    // The server already has the proof, and the list of linked wallets still needs its answer.
    const stop: readonly Effect[] = step === 'checking' ? [] : [{ type: 'stopProving' }]
    return [{ status: 'closed' }, [...stop, ...endSessionUnlessKept(connection, rules)]]
  }
  if (event.type === 'linkOpened') {
    // The visitor is on the phone with the wallet and has to return there, by a link without a pairing key.
    const preferUniversal = event.preferUniversal ?? rules.prefersUniversal
    const target = choice?.via === 'mobile' ? targetOf(choice, preferUniversal) : undefined
    return [state, target === undefined ? [] : [{ type: 'openWallet', target, connection }]]
  }
  if (event.type === 'sessionEnded' && event.topic === connection.id) {
    // Once the signature is with the server, the session is no longer needed.
    return step === 'checking' ? [state, []] : [toFailedState(event.error, choice), [{ type: 'stopProving' }]]
  }
  if (!('connectionId' in event) || !isCurrentAttempt(state, event)) return [state, []]
  const connectionId = connection.id
  // The step can also be `checking`: the server refused a kept proof that was sent again.
  if (event.type === 'challengeIssued' && step !== 'signature' && attempt > 0) {
    const { challengeId, message, accountId, expiresAt, account, othersMaySign = false } = event
    const next = { ...state, accountId, step: 'signature', expiresAt, account, isLong: othersMaySign } as const
    return [next, [{ type: 'requestSignature', connection, accountId, attempt, challengeId, message, expiresAt }]]
  }
  if (event.type === 'signatureDelayed' && step === 'signature') return [{ ...state, isLong: true }, []]
  if (event.type === 'signatureGiven' && step === 'signature') {
    const { challengeId, signature } = event
    return [{ ...state, step: 'checking' }, [{ type: 'sendProof', connectionId, attempt, challengeId, signature }]]
  }
  if (event.type === 'proofAccepted') {
    const { outcome } = event
    const effects: readonly Effect[] = [...endSessionUnlessKept(connection, rules), { type: 'tellOutcome', outcome }]
    return outcome.kind === 'link'
      ? [{ status: 'linked', wallet: outcome.wallet, connection, choice }, effects]
      : [{ status: 'done', outcome, connection, choice }, effects]
  }
  if (event.type !== 'proofFailed') return [state, []]
  // The server refused the text signed with the approval, or received it too late. The wallet now signs a challenge, which
  // every wallet supports.
  if (attempt === 0 && event.retry === 'proof') return beginProof(connection, accountId, 1, choice)
  const { error, keepsProof } = event
  const { instead } = event
  if (instead === undefined && event.retry !== 'proof')
    return [{ ...toFailedState(error, choice), retry: { step: event.retry } }, endSession(connection)]
  const asked = instead ?? accountId
  const insteadOf = instead && accountId
  const { expiresAt } = state
  const retry = { step: 'proof', connection, accountId: asked, attempt, keepsProof, insteadOf, expiresAt } as const
  return [{ status: 'failed', error, choice, retry }, []]
}

/** Whether an answer belongs to the open challenge, not to an older one. */
export function isCurrentAttempt(
  state: Extract<FlowState, { status: 'proving' }>,
  event: { readonly connectionId: string; readonly attempt: number },
): boolean {
  return event.connectionId === state.connection.id && event.attempt === state.attempt
}
