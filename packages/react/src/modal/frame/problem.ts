import type { FlowFailure, LinkerState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'

/** What stopped the visitor, as title and one sentence. */
export type Problem = { readonly title: string; readonly detail: string }

/** The problem to show, or undefined while there is none. */
export function problemOf(state: LinkerState, messages: Messages): Problem | undefined {
  if (state.flow.status !== 'failed') return undefined
  const { error, retry, choice } = state.flow
  return retry.step === 'proof' || error.kind === 'linkRefused'
    ? { title: messages.linkFailed, detail: proofDetail(error, messages) }
    : pairingProblem(error, choice?.listing.name ?? '', messages)
}

function pairingProblem(error: FlowFailure, name: string, messages: Messages): Problem {
  switch (error.kind) {
    case 'declined':
      return { title: messages.connectionDeclined, detail: messages.declinedDetail }
    case 'expired':
      return { title: messages.connectionExpired, detail: messages.expiredDetail }
    case 'relayUnreachable':
      return {
        title: messages.relayUnreachable,
        detail: error.code === 'relay_clock' ? messages.clockDetail : messages.relayUnreachableDetail,
      }
    case 'sessionEnded':
      return { title: messages.sessionEnded, detail: messages.sessionEndedDetail }
    default:
      return { title: messages.connectionFailed, detail: failureDetail(error, name, messages) }
  }
}

function failureDetail({ code }: FlowFailure, name: string, messages: Messages): string {
  if (code === 'extension_busy') return fill(messages.extensionBusy, { name })
  if (code === 'extension_missing') return fill(messages.extensionMissing, { name })
  return fill(messages.failureDetail, { code })
}

function proofDetail(error: FlowFailure, messages: Messages): string {
  if (error.kind === 'declined') return messages.signatureDeclined
  if (error.kind === 'expired') return messages.signatureExpired
  const known = messages.problems?.[error.code]
  if (known !== undefined) return known
  if (error.code === 'wallet_already_linked') return messages.alreadyLinked
  if (error.code === 'cannot_check_now') return messages.cannotCheck
  if (error.code === 'too_many_requests') return messages.tooManyAttempts
  if (error.code === 'not_signed_in') return messages.notSignedIn
  return fill(messages.failureDetail, { code: error.code })
}
