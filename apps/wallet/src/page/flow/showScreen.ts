import type {
  AwaitedEffect,
  Failure,
  Screen,
  ScreenEvent,
  Transition,
  WalletEffect,
  WalletState,
} from './walletState.ts'

/** The meaning of events on a screen. An event that is not listed means nothing there. */
export type OnScreen<On extends Screen> = {
  readonly [type in ScreenEvent['type']]?: (
    state: WalletState,
    event: Extract<ScreenEvent, { type: type }>,
    screen: On,
  ) => Transition
}

/** The same state with another screen, and what is to be done. */
export function show(state: WalletState, screen: Screen, ...effects: readonly WalletEffect[]): Transition {
  return [{ ...state, screen }, effects]
}

/** The state as it is, the same reference. */
export function stay(state: WalletState, ...effects: readonly WalletEffect[]): Transition {
  return [state, effects]
}

/** The screen everything starts from, with what went wrong last. */
export function home(state: WalletState, failure: Failure | undefined): Transition {
  return show(state, { status: 'home', failure })
}

/** The screen that says what went wrong. */
export function fail(state: WalletState, failure: Failure): Transition {
  return show(state, { status: 'failed', failure })
}

/** Shows, by `home` or `fail`, that one of these effects failed. */
export function showFailure(by: typeof fail, ...awaited: readonly AwaitedEffect[]) {
  return (state: WalletState, { effect, failure }: Extract<ScreenEvent, { type: 'effectFailed' }>): Transition =>
    awaited.includes(effect) ? by(state, failure) : stay(state)
}
