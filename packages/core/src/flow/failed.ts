import type { Choice } from '../wallets/routes.ts'
import type { FlowFailure, FlowState, Pairing } from './state.ts'

type Failed = Extract<FlowState, { status: 'failed' }>

/** Returns the state for a failure that a new pairing can fix, with another wallet if this one lacks the networks. */
export function toFailedState(error: FlowFailure, choice: Choice | undefined, pairing?: Pairing): Failed {
  const step = error.code === 'chain_not_granted' ? 'wallet' : 'pairing'
  return { status: 'failed', error, choice, retry: { step, ...(pairing && { pairing }) } }
}

/** Returns the pairing that the relay did not confirm, if that is the failure. */
export function unconfirmedPairingOf(state: FlowState): Pairing | undefined {
  return state.status === 'failed' && state.retry.step === 'pairing' ? state.retry.pairing : undefined
}

/** Whether a failure concerns the chosen wallet and its link, and no longer the choice of a wallet. */
export function isWalletFailure({ retry, error }: Failed): boolean {
  return retry.step !== 'pairing' || error.kind === 'linkRefused' || error.kind === 'sessionEnded'
}
