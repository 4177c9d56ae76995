import type { Failure, Screen, Transition, WalletState } from './walletState.ts'

/** The same state with another screen. */
export function show(state: WalletState, screen: Screen): WalletState {
  return { ...state, screen }
}

/** The screen everything starts from, with what went wrong last. */
export function home(state: WalletState, failure: Failure | undefined): Transition {
  return [show(state, { status: 'home', failure }), []]
}

/** The screen that says what went wrong. */
export function fail(state: WalletState, failure: Failure): Transition {
  return [show(state, { status: 'failed', failure }), []]
}
