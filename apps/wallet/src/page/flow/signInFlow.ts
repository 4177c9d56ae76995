import type { Address } from '../accounts/ethereumAccount.ts'
import { blockReason } from '../requests/signInCheck.ts'
import { readSignIn, type SignInQuestion } from '../requests/signInQuestion.ts'
import { fail, isAnswerable, show } from './showScreen.ts'
import type { Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

/** Asks the person whether to connect and sign in, or refuses a text that could mislead. */
export function receiveSignIn(state: WalletState, question: SignInQuestion): Transition {
  const { request } = question
  const reason = blockReason(request.signIn)
  if (reason !== undefined)
    return [show(state, { status: 'blocked', request }), [{ type: 'declineUnsupported', question, reason }]]
  return [
    show(state, { status: 'signIn', question, isArmed: false, isRiskAccepted: false }),
    [{ type: 'watch', expiresAt: request.expiresAt }],
  ]
}

/** The person answers, or the request lapses. */
export function answerSignIn(
  state: WalletState,
  screen: Extract<Screen, { status: 'signIn' }>,
  event: ScreenEvent,
): Transition {
  const { question } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'riskAccepted':
      return [show(state, { ...screen, isRiskAccepted: event.isAccepted }), []]
    case 'accountPicked':
      return pickSigner(state, screen, event.address)
    case 'signChosen':
      if (!isAnswerable(screen, question.request)) return [state, []]
      return [show(state, { status: 'signingIn', question }), [{ type: 'signIn', question }]]
    case 'refuseChosen':
      return [show(state, { status: 'declining', question }), [{ type: 'decline', question }]]
    case 'timeRanOut':
      return fail(state, { code: 'proposal_expired', message: 'The request has expired.' })
    default:
      return [state, []]
  }
}

/** The text names the account that signs: another account, another text. */
function pickSigner(state: WalletState, screen: Extract<Screen, { status: 'signIn' }>, address: Address): Transition {
  if (!state.accounts.some((account) => account.address === address)) return [state, []]
  const { authentication, request } = screen.question
  return [show(state, { ...screen, question: readSignIn(authentication, address, request.peer.origin) }), []]
}
