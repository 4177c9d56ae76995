import type { FlowFailure, LinkerState } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'
import { detailOf, firstProblemOf, type Problem, type TextsByCode } from './firstProblem.ts'

/** The problem to show, or undefined without one. */
export function problemOf(state: LinkerState, messages: Messages): Problem | undefined {
  if (state.flow.status !== 'failed') return undefined
  const { error, retry, choice } = state.flow
  if (error.code === 'sign_in_needed') return { title: messages.signInFirst, detail: messages.signInFirstDetail }
  const name = choice?.listing.name ?? ''
  if (retry.step === 'proof' || error.kind === 'linkRefused')
    return { title: messages.linkFailed, detail: proofDetail(error, name, messages) }
  if (error.kind === 'sessionEnded') return { title: messages.sessionEnded, detail: messages.sessionEndedDetail }
  if (error.kind === 'connectionFailed')
    return { title: messages.connectionFailed, detail: detailOf(error, name, messages, textsByCode(messages)) }
  return firstProblemOf(state, messages)
}

function proofDetail(error: FlowFailure, name: string, messages: Messages): string {
  if (error.kind === 'declined') return messages.signatureDeclined
  if (error.kind === 'expired') return messages.signatureExpired
  return detailOf(error, name, messages, textsByCode(messages))
}

// The texts of the other codes load with the texts of failures (loadPurposeMessages).
function textsByCode(messages: Messages): TextsByCode {
  return {
    extension_busy: messages.extensionBusy,
    extension_missing: messages.extensionMissing,
    wallet_already_linked: messages.alreadyLinked,
    cannot_check_now: messages.cannotCheck,
    too_many_requests: messages.tooManyAttempts,
    too_many_challenges: messages.tooManyAttempts,
    not_signed_in: messages.notSignedIn,
  }
}
