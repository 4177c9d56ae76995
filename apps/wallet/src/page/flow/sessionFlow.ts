import type { SignRequest } from '../requests/signRequest.ts'
import { fail, stay } from './showScreen.ts'
import type { ConnectedSession, Transition, WalletState } from './walletState.ts'

/** Updates the sessions. Requests of ended sessions are dropped. */
export function changeSessions(state: WalletState, sessions: readonly ConnectedSession[]): Transition {
  const { screen } = state
  const isOpen = (request: SignRequest) => sessions.some(({ topic }) => topic === request.topic)
  const next = { ...state, sessions, waiting: state.waiting.filter(isOpen) }
  return screen.status === 'request' && screen.answer === undefined && !isOpen(screen.request)
    ? fail(next, { code: 'session_ended', message: 'The app has ended the session.' })
    : stay(next)
}

/** Ends sessions. They disappear from the screen at once, even before the apps learn of their end. */
export function disconnect(state: WalletState, isOver: (session: ConnectedSession) => boolean): Transition {
  const over = state.sessions.filter(isOver)
  if (over.length === 0) return stay(state)
  const [next, effects] = changeSessions(
    state,
    state.sessions.filter((session) => !isOver(session)),
  )
  return [next, [...over.map(({ topic }) => ({ type: 'disconnect', topic }) as const), ...effects]]
}
