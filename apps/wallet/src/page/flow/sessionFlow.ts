import type { Session } from '@hawser/sign'
import type { Topic } from '@hawser/wire'
import type { SignRequest } from '../requests/signRequest.ts'
import { fail } from './showScreen.ts'
import type { Transition, WalletState } from './walletState.ts'

/** Requests of sessions that have ended are forgotten. */
export function changeSessions(state: WalletState, sessions: readonly Session[]): Transition {
  const isOpen = (request: SignRequest) => sessions.some(({ topic }) => topic === request.topic)
  const next = { ...state, sessions, waiting: state.waiting.filter(isOpen) }
  return state.screen.status === 'request' && !isOpen(state.screen.request)
    ? fail(next, { code: 'session_ended', message: 'The app has ended the session.' })
    : [next, []]
}

/** The session is over for the person at once, whenever the app gets to know. */
export function disconnect(state: WalletState, topic: Topic): Transition {
  const [next, effects] = changeSessions(
    state,
    state.sessions.filter((session) => session.topic !== topic),
  )
  return [next, [{ type: 'disconnect', topic }, ...effects]]
}

/** Ends every session. */
export function disconnectAll(state: WalletState): Transition {
  if (state.sessions.length === 0) return [state, []]
  const [next, effects] = changeSessions(state, [])
  return [next, [...state.sessions.map(({ topic }) => ({ type: 'disconnect', topic }) as const), ...effects]]
}
