import type { FlowFailure, RetryStep } from '../flow/state.ts'

// Signing again would end the same way: another wallet, another account or a new session is needed.
const needsPairing = new Set([
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
])

/** What Retry has to do after a proof failed. */
export function retryAfter(failure: FlowFailure): RetryStep['step'] {
  return needsPairing.has(failure.code) ? 'pairing' : 'proof'
}
