import type { Reason } from '@hawser/wire'
import type { SignRequest } from '../requests/signRequest.ts'
import { fail, isAnswerable, proceed, show } from './showScreen.ts'
import type { Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

/** More than a person would answer; what comes beyond is refused at once. */
export const maxWaiting = 8
// EIP-1474: "Request exceeds defined limit".
const limitExceeded: Reason = { code: -32005, message: 'Too many requests are waiting for an answer.' }

/** A request gets its turn, or waits for it; the same one twice is one. */
export function receiveRequest(state: WalletState, request: SignRequest): Transition {
  const { screen } = state
  const isKnown = (other: SignRequest) => other.id === request.id && other.topic === request.topic
  if (state.waiting.some(isKnown) || ('request' in screen && isKnown(screen.request))) return [state, []]
  if (state.waiting.length >= maxWaiting) return [state, [{ type: 'answerError', request, reason: limitExceeded }]]
  const queued = { ...state, waiting: [...state.waiting, request] }
  const isFree = screen.status === 'home' || (screen.status === 'done' && screen.outcome.name === 'approved')
  return isFree ? proceed(queued) : [queued, []]
}

/** The person answers a request, or it lapses. */
export function answerRequest(
  state: WalletState,
  screen: Extract<Screen, { status: 'request' }>,
  event: ScreenEvent,
): Transition {
  const { request } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'signChosen':
      if (!isAnswerable(screen, request)) return [state, []]
      return [show(state, { status: 'signing', request }), [{ type: 'sign', request }]]
    case 'riskAccepted':
      return [show(state, { ...screen, isRiskAccepted: event.isAccepted }), []]
    case 'refuseChosen':
      return [show(state, { status: 'refusing', request }), [{ type: 'refuse', request }]]
    case 'timeRanOut':
      return fail(state, { code: 'request_expired', message: 'The request has expired.' })
    default:
      return [state, []]
  }
}
