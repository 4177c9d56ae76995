import type { Choice } from '../wallets/routes.ts'
import type { FlowFailure, FlowState } from './state.ts'

type Failed = Extract<FlowState, { status: 'failed' }>

/** A failure that a fresh pairing may mend. */
export function fail(error: FlowFailure, choice: Choice | undefined): Failed {
  return { status: 'failed', error, choice, retry: { step: 'pairing' } }
}

/**
 * Whether a wallet had been connected before it failed: then a wallet and its link is what it is about, no longer the
 * choice of one.
 */
export function isAfterSession({ retry, error }: Failed): boolean {
  return retry.step === 'proof' || error.kind === 'linkRefused' || error.kind === 'sessionEnded'
}
