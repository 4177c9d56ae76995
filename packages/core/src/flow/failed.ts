import type { Choice } from '../wallets/routes.ts'
import type { FlowFailure, FlowState, Pairing } from './state.ts'

type Failed = Extract<FlowState, { status: 'failed' }>

/** A failure that a new pairing may fix. */
export function fail(error: FlowFailure, choice: Choice | undefined, pairing?: Pairing): Failed {
  return { status: 'failed', error, choice, retry: { step: 'pairing', ...(pairing && { pairing }) } }
}

/** The pairing about which the relay was silent. */
export function silentPairing(state: FlowState): Pairing | undefined {
  return state.status === 'failed' && state.retry.step === 'pairing' ? state.retry.pairing : undefined
}

/**
 * Whether a wallet had been connected before the failure: then it concerns this wallet and its link, no longer the
 * choice of one.
 */
export function isAfterSession({ retry, error }: Failed): boolean {
  return retry.step === 'proof' || error.kind === 'linkRefused' || error.kind === 'sessionEnded'
}
