import { BaseError } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'
import { readField } from '../platform/readField.ts'
import { LinkRefusedError } from './errors.ts'
import type { FlowFailure, RetryStep } from './state.ts'

const kinds: Readonly<Partial<Record<FailureCode, FlowFailure['kind']>>> = {
  proposal_rejected: 'declined',
  request_rejected: 'declined',
  extension_declined: 'declined',
  proposal_expired: 'expired',
  pairing_expired: 'expired',
  request_expired: 'expired',
  extension_silent: 'expired',
  code_ended: 'expired',
  // The wallet has shown nothing yet, so a new code replaces the current code.
  one_tap_unavailable: 'expired',
  relay_silent: 'relayUnreachable',
  relay_unreachable: 'relayUnreachable',
  relay_refused: 'relayUnreachable',
  relay_busy: 'relayUnreachable',
  relay_clock: 'relayUnreachable',
  session_ended: 'sessionEnded',
  unknown_session: 'sessionEnded',
  link_unavailable: 'linkRefused',
  account_differs: 'linkRefused',
  wallet_cannot_sign: 'linkRefused',
  sign_in_needed: 'linkRefused',
}

// Signing again would end the same way: another wallet, another account or a new session is needed.
const needsPairing: readonly FailureCode[] = [
  'session_ended',
  'unknown_session',
  'method_not_granted',
  'chain_not_granted',
  'unsupported_account',
  'wallet_already_linked',
  'wallet_not_linked',
  'account_differs',
  'account_not_granted',
  'extension_missing',
]

// This wallet cannot complete the proof, however often it is asked.
const needsWallet: readonly FailureCode[] = ['wallet_cannot_sign', 'account_not_deployed']

// The person declined nothing: the wallet lacks the networks or methods of the proposal (5100 to 5104, 3001, 3005, -32601).
const unsupportedProposal = /^proposal_rejected(510[0-4]|300[15]|-32601)$/
// The person declined nothing here either: the wallet could not settle, was too late (7000, 7001, 8000), or its client refused
// the proposal by itself (2 to 9, 1001 to 1006). Words of a refusal outweigh these numbers, which some wallets use as they like.
const failedProposal = /^proposal_rejected([2-9]|100[1-6]|700[01]|8000)$/
const declinedWords = /reject|declin|den(y|ied)|disapprov|cancel|refus/i

/** Converts an error into the failure for the visitor. A refusal of the link API keeps the server's own code and message. */
export function toFlowFailure(error: unknown): FlowFailure {
  if (error instanceof LinkRefusedError) return { kind: 'linkRefused', ...error.refusal }
  // The same as `codeOf`, whose module would split the chunk that is fetched with the page.
  const coded = error instanceof BaseError ? error : undefined
  const message = error instanceof Error ? error.message : ''
  const reason = readField(coded, 'reason')
  const numbered = `${coded?.code}${readField(reason, 'code')}`
  const code = unsupportedProposal.test(numbered) ? 'chain_not_granted' : ((coded?.code ?? 'unknown') as FailureCode)
  const isFailed = failedProposal.test(numbered) && !declinedWords.test(`${readField(reason, 'message')}`)
  const kind = isFailed ? undefined : kinds[code]
  return { kind: kind ?? 'connectionFailed', code, message, ...(typeof reason === 'string' && { reason }) }
}

/** Returns the effect of Retry after a failed proof. */
export function retryAfter(failure: FlowFailure): RetryStep['step'] {
  if (needsWallet.includes(failure.code)) return 'wallet'
  return needsPairing.includes(failure.code) ? 'pairing' : 'proof'
}
