import type { FlowFailure, LinkerState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'

/** What stopped the visitor, as title and one sentence. */
export type Problem = { readonly title: string; readonly detail: string }

/** The code of what the flow failed with. */
export function failureCode({ flow }: LinkerState): string | undefined {
  return flow.status === 'failed' ? flow.error.code : undefined
}

/** What is said in the place of something that could not be fetched. */
export function lostText(code: string | undefined, messages: Messages): string {
  return code === 'page_outdated' ? messages.pageOutdated : messages.viewUnavailable
}

/** The problem to show, or undefined while there is none. */
export function problemOf(state: LinkerState, messages: Messages): Problem | undefined {
  if (state.flow.status !== 'failed') return undefined
  const { error, retry, choice } = state.flow
  if (error.code === 'sign_in_needed') return { title: messages.signInFirst, detail: messages.signInFirstDetail }
  const name = choice?.listing.name ?? ''
  return retry.step === 'proof' || error.kind === 'linkRefused'
    ? { title: messages.linkFailed, detail: proofDetail(error, name, messages) }
    : pairingProblem(error, name, messages)
}

function pairingProblem(error: FlowFailure, name: string, messages: Messages): Problem {
  switch (error.kind) {
    case 'declined':
      return { title: messages.connectionDeclined, detail: messages.declinedDetail }
    case 'expired':
      return { title: messages.connectionExpired, detail: messages.expiredDetail }
    case 'relayUnreachable':
      return { title: messages.relayUnreachable, detail: detailOf(error, name, messages) }
    case 'sessionEnded':
      return { title: messages.sessionEnded, detail: messages.sessionEndedDetail }
    default:
      return { title: messages.connectionFailed, detail: detailOf(error, name, messages) }
  }
}

function proofDetail(error: FlowFailure, name: string, messages: Messages): string {
  if (error.kind === 'declined') return messages.signatureDeclined
  if (error.kind === 'expired') return messages.signatureExpired
  return detailOf(error, name, messages)
}

type TextKey = { readonly [Key in keyof Messages]-?: Messages[Key] extends string ? Key : never }[keyof Messages]

// What is told of the other codes comes with the texts of failures (loadPurposeMessages).
const known: Readonly<Record<string, TextKey>> = {
  page_outdated: 'pageOutdated',
  client_unavailable: 'viewUnavailable',
  relay_clock: 'clockDetail',
  extension_busy: 'extensionBusy',
  extension_missing: 'extensionMissing',
  wallet_already_linked: 'alreadyLinked',
  cannot_check_now: 'cannotCheck',
  too_many_requests: 'tooManyAttempts',
  too_many_challenges: 'tooManyAttempts',
  not_signed_in: 'notSignedIn',
}

/** Why it failed and what to do, in a sentence. Only a code that nothing is known of is shown itself. */
function detailOf({ code, kind }: FlowFailure, name: string, messages: Messages): string {
  const { problems = {} } = messages
  // A server may name its refusal like a property of every object.
  const key = Object.hasOwn(known, code) ? known[code] : undefined
  const text = Object.hasOwn(problems, code) ? problems[code] : key && messages[key]
  if (text !== undefined) return fill(text, { name })
  return kind === 'relayUnreachable' ? messages.relayUnreachableDetail : fill(messages.failureDetail, { code })
}
