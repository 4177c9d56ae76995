import type {
  AwaitedEffect,
  Failure,
  Screen,
  ScreenEvent,
  Transition,
  WalletEffect,
  WalletState,
} from './walletState.ts'

/** The handlers of a screen's events. A screen ignores events without a handler. */
export type ScreenHandlers<On extends Screen> = {
  readonly [type in ScreenEvent['type']]?: (
    state: WalletState,
    event: Extract<ScreenEvent, { type: type }>,
    screen: On,
  ) => Transition
}

/** The same state with another screen, and the effects to run. */
export function show(state: WalletState, screen: Screen, ...effects: readonly WalletEffect[]): Transition {
  return [{ ...state, screen }, effects]
}

/** The same state, with an unchanged reference. */
export function stay(state: WalletState, ...effects: readonly WalletEffect[]): Transition {
  return [state, effects]
}

export function home(state: WalletState, failure: Failure | undefined): Transition {
  return show(state, { status: 'home', failure })
}

export function fail(state: WalletState, failure: Failure): Transition {
  return show(state, { status: 'failed', failure })
}

/** Makes a handler that shows, by `home` or `fail`, the failure of one of these effects. */
export function showFailure(by: typeof fail, ...awaited: readonly AwaitedEffect[]) {
  return (state: WalletState, { effect, failure }: Extract<ScreenEvent, { type: 'effectFailed' }>): Transition =>
    awaited.includes(effect) ? by(state, failure) : stay(state)
}
