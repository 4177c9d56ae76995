import type { SignRequest } from '../requests/signRequest.ts'
import { account, busy, importing, loadAccounts, remove, reset, showAccount, showReset } from './accountFlow.ts'
import { pairing, scanning, submitLink } from './pairingFlow.ts'
import { answered, proposal, receiveRequest, request, showNextRequest, signIn } from './questionFlow.ts'
import { fail, home, type ScreenHandlers, show, showFailure, stay } from './showScreen.ts'
import type {
  ConnectedSession,
  Screen,
  ScreenEvent,
  ScreenOf,
  Transition,
  WalletEvent,
  WalletState,
} from './walletState.ts'

/** The next state, and the effects to run. An event without a meaning in a state returns the same reference. */
export function transition(state: WalletState, event: WalletEvent): Transition {
  if (state.screen.status === 'elsewhere') return stay(state)
  switch (event.type) {
    case 'takenOver':
      return show({ ...state, sessions: [], waiting: [] }, { status: 'elsewhere' }, { type: 'stop' })
    case 'relayChanged':
      return stay(event.relay === state.relay ? state : { ...state, relay: event.relay })
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

const end: ScreenHandlers<ScreenOf<'blocked' | 'done' | 'failed'>> = {
  linkGiven: (state, { text }) => submitLink(state, text),
  effectFailed: showFailure(home, 'disconnect'),
  dismissed: showNextRequest,
}

/** A failure without an account: the only way forward is a new account. */
const withoutAccount: ScreenHandlers<ScreenOf<'failed'>> = { resetChosen: showReset }

const screens: { readonly [status in Screen['status']]: ScreenHandlers<ScreenOf<status>> } = {
  starting: {
    linkGiven: (state, { text }, screen) => show(state, { ...screen, text }),
    effectFailed: showFailure(fail, 'load'),
  },
  home: {
    linkGiven: (state, { text }) => submitLink(state, text),
    scanChosen: (state) => show(state, { status: 'scanning', camera: 'opening', isForeignCode: false }),
    resetChosen: showReset,
    accountChosen: showAccount,
    addAccountChosen: (state) => stay(state, { type: 'addAccount' }),
    importChosen: (state) => show(state, { status: 'import', problem: undefined, isBusy: false }),
    effectFailed: showFailure(home, 'disconnect', 'accounts'),
    dismissed: showNextRequest,
  },
  scanning,
  pairing,
  proposal,
  signIn,
  request,
  blocked: end,
  done: end,
  failed: end,
  account,
  remove,
  import: importing,
  phrase: { dismissed: showNextRequest },
  reset,
  elsewhere: {},
}

function changeScreen(state: WalletState, event: ScreenEvent): Transition {
  const { screen } = state
  // TypeScript cannot see that `meaningsOf` returns the handlers of this screen, and that this handler belongs to this event.
  const meaning = meaningsOf(state)[event.type] as
    | ((state: WalletState, event: ScreenEvent, screen: Screen) => Transition)
    | undefined
  return meaning?.(state, event, screen) ?? stay(state)
}

function meaningsOf({ screen, accounts }: WalletState): ScreenHandlers<never> {
  if ('answer' in screen && screen.answer !== undefined) return answered
  if ('isBusy' in screen && screen.isBusy) return busy
  return screen.status === 'failed' && accounts.length === 0 ? withoutAccount : screens[screen.status]
}

/** Updates the sessions. Requests of ended sessions are dropped. */
function changeSessions(state: WalletState, sessions: readonly ConnectedSession[]): Transition {
  const { screen } = state
  const isOpen = (request: SignRequest) => sessions.some(({ topic }) => topic === request.topic)
  const next = { ...state, sessions, waiting: state.waiting.filter(isOpen) }
  return screen.status === 'request' && screen.answer === undefined && !isOpen(screen.request)
    ? fail(next, { code: 'session_ended', message: 'The app has ended the session.' })
    : stay(next)
}

/** Ends sessions. They disappear from the screen at once, even before the apps learn of their end. */
function disconnect(state: WalletState, isOver: (session: ConnectedSession) => boolean): Transition {
  const over = state.sessions.filter(isOver)
  if (over.length === 0) return stay(state)
  const [next, effects] = changeSessions(
    state,
    state.sessions.filter((session) => !isOver(session)),
  )
  return [next, [...over.map(({ topic }) => ({ type: 'disconnect', topic }) as const), ...effects]]
}
