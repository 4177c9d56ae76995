import { changeAccounts, loadAccounts } from './accountFlow.ts'
import { giveLink, pair, scan } from './pairingFlow.ts'
import { answerQuestion, proceed, receiveRequest } from './questionFlow.ts'
import { changeSessions, disconnect } from './sessionFlow.ts'
import { fail, home, show } from './showScreen.ts'
import type { Screen, ScreenEvent, Transition, WalletEvent, WalletState } from './walletState.ts'

/** The next state and what is to be done. An event that means nothing in a state leaves it, and the reference, as it was. */
export function transition(state: WalletState, event: WalletEvent): Transition {
  if (state.screen.status === 'elsewhere') return [state, []]
  switch (event.type) {
    case 'takenOver':
      return [{ ...state, sessions: [], waiting: [], screen: { status: 'elsewhere' } }, [{ type: 'stop' }]]
    case 'relayChanged':
      return event.relay === state.relay ? [state, []] : [{ ...state, relay: event.relay }, []]
    case 'sessionsChanged':
      return changeSessions(state, event.sessions)
    case 'requestReceived':
      return receiveRequest(state, event.request)
    case 'disconnectChosen':
      return disconnect(state, ({ topic }) => topic === event.topic)
    case 'disconnectAllChosen':
      return disconnect(state, () => true)
    case 'accountsLoaded':
      return loadAccounts(state, event)
    default:
      return changeScreen(state, event)
  }
}

function changeScreen(state: WalletState, event: ScreenEvent): Transition {
  const { screen } = state
  switch (screen.status) {
    case 'starting':
      return start(state, screen, event)
    case 'home':
      return leaveHome(state, event)
    case 'scanning':
      return scan(state, screen, event)
    case 'pairing':
      return pair(state, event)
    case 'proposal':
    case 'signIn':
    case 'request':
      return answerQuestion(state, screen, event)
    case 'account':
    case 'remove':
    case 'import':
    case 'phrase':
    case 'reset':
      return changeAccounts(state, screen, event)
    case 'blocked':
    case 'done':
    case 'failed':
      return leaveEnd(state, event)
    case 'elsewhere':
      return [state, []]
  }
}

function start(state: WalletState, screen: Extract<Screen, { status: 'starting' }>, event: ScreenEvent): Transition {
  if (event.type === 'linkGiven') return [show(state, { ...screen, text: event.text }), []]
  return event.type === 'effectFailed' && event.effect === 'load' ? fail(state, event.failure) : [state, []]
}

function leaveHome(state: WalletState, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'linkGiven':
      return giveLink(state, event.text)
    case 'scanChosen':
      return [show(state, { status: 'scanning', camera: 'opening', isForeignCode: false }), []]
    case 'resetChosen':
      return [show(state, { status: 'reset', isBusy: false }), []]
    case 'accountChosen':
      return state.accounts.some(({ address }) => address === event.address)
        ? [show(state, { status: 'account', address: event.address, copied: undefined }), []]
        : [state, []]
    case 'addAccountChosen':
      return [state, [{ type: 'addAccount' }]]
    case 'importChosen':
      return [show(state, { status: 'import', problem: undefined, isBusy: false }), []]
    case 'effectFailed':
      return event.effect === 'disconnect' || event.effect === 'accounts' ? home(state, event.failure) : [state, []]
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}

function leaveEnd(state: WalletState, event: ScreenEvent): Transition {
  // Without an account there is nothing to go on to but a new one.
  if (state.accounts.length === 0)
    return event.type === 'resetChosen' ? [show(state, { status: 'reset', isBusy: false }), []] : [state, []]
  switch (event.type) {
    case 'dismissed':
      return proceed(state)
    case 'linkGiven':
      return giveLink(state, event.text)
    case 'effectFailed':
      return event.effect === 'disconnect' ? home(state, event.failure) : [state, []]
    default:
      return [state, []]
  }
}
