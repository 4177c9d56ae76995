import { readPeer } from '../requests/peer.ts'
import { changeAccounts, loadAccounts } from './accountFlow.ts'
import { answerProposal, receiveProposal } from './proposalFlow.ts'
import { answerRequest, receiveRequest } from './requestFlow.ts'
import { changeSessions, disconnect, disconnectAll } from './sessionFlow.ts'
import { fail, giveLink, hasAccount, home, proceed, readLink, show } from './showScreen.ts'
import { answerSignIn, receiveSignIn } from './signInFlow.ts'
import type {
  AwaitedEffect,
  Outcome,
  Screen,
  ScreenEvent,
  Transition,
  WalletEvent,
  WalletState,
} from './walletState.ts'

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
    case 'connectedAtRead':
      return [{ ...state, connectedAt: event.connectedAt }, []]
    case 'requestReceived':
      return receiveRequest(state, event.request)
    case 'disconnectChosen':
      return state.sessions.some(({ topic }) => topic === event.topic) ? disconnect(state, event.topic) : [state, []]
    case 'disconnectAllChosen':
      return disconnectAll(state)
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
      return answerProposal(state, screen, event)
    case 'signIn':
      return answerSignIn(state, screen, event)
    case 'signingIn':
      return settle(state, event, 'signIn', { name: 'signedIn', peer: screen.question.request.peer })
    case 'declining':
      return settle(state, event, 'decline', { name: 'rejected', peer: screen.question.request.peer })
    case 'request':
      return answerRequest(state, screen, event)
    case 'approving':
      return settle(state, event, 'approve', { name: 'approved', peer: readPeer(screen.proposal.proposer.metadata) })
    case 'rejecting':
      return settle(state, event, 'reject', { name: 'rejected', peer: readPeer(screen.proposal.proposer.metadata) })
    case 'signing':
      return settle(state, event, 'sign', { name: 'signed', peer: screen.request.peer, topic: screen.request.topic })
    case 'refusing':
      return settle(state, event, 'refuse', { name: 'refused', peer: screen.request.peer, topic: screen.request.topic })
    case 'account':
    case 'removeAsked':
    case 'removing':
    case 'importAsked':
    case 'importing':
    case 'phraseShown':
    case 'resetAsked':
    case 'resetting':
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
  switch (event.type) {
    case 'linkGiven':
      return [show(state, { ...screen, text: event.text }), []]
    case 'effectFailed':
      return event.effect === 'load' ? fail(state, event.failure) : [state, []]
    default:
      return [state, []]
  }
}

function leaveHome(state: WalletState, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'linkGiven':
      return giveLink(state, event.text)
    case 'scanChosen':
      return [show(state, { status: 'scanning', camera: 'opening', isForeignCode: false }), []]
    case 'resetChosen':
      return [show(state, { status: 'resetAsked' }), []]
    case 'accountChosen':
      return state.accounts.some(({ address }) => address === event.address)
        ? [show(state, { status: 'account', address: event.address, copied: undefined }), []]
        : [state, []]
    case 'addAccountChosen':
      return [state, [{ type: 'addAccount' }]]
    case 'importChosen':
      return [show(state, { status: 'importAsked', problem: undefined }), []]
    case 'effectFailed':
      return event.effect === 'disconnect' || event.effect === 'addAccount' ? home(state, event.failure) : [state, []]
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}

function scan(state: WalletState, screen: Extract<Screen, { status: 'scanning' }>, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'cameraChanged':
      return [show(state, { ...screen, camera: event.camera }), []]
    case 'linkGiven':
      // Posters and bills carry codes too: keep looking.
      return readLink(event.text) === undefined
        ? [screen.isForeignCode ? state : show(state, { ...screen, isForeignCode: true }), []]
        : giveLink(state, event.text)
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}

function pair(state: WalletState, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'proposalReceived':
      return receiveProposal(state, event.proposal, event.origin)
    case 'signInReceived':
      return receiveSignIn(state, event.question)
    case 'effectFailed':
      return event.effect === 'pair' ? home(state, event.failure) : [state, []]
    case 'dismissed': {
      const [next, effects] = proceed(state)
      return [next, [{ type: 'cancelPairing' }, ...effects]]
    }
    default:
      return [state, []]
  }
}

function settle(state: WalletState, event: ScreenEvent, effect: AwaitedEffect, outcome: Outcome): Transition {
  if ((event.type !== 'effectDone' && event.type !== 'effectFailed') || event.effect !== effect) return [state, []]
  if (event.type === 'effectFailed') return fail(state, event.failure)
  // An app that links asks for a signature right after it is approved: no need to tap in between.
  if (outcome.name === 'approved' && state.waiting.length > 0) return proceed(state)
  return [show(state, { status: 'done', outcome }), []]
}

function leaveEnd(state: WalletState, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'dismissed':
      // Without an account there is nothing to go on to but a new one.
      return hasAccount(state) ? proceed(state) : [state, []]
    case 'linkGiven':
      return hasAccount(state) ? giveLink(state, event.text) : [state, []]
    case 'resetChosen':
      return hasAccount(state) ? [state, []] : [show(state, { status: 'resetAsked' }), []]
    case 'effectFailed':
      return event.effect === 'disconnect' && hasAccount(state) ? home(state, event.failure) : [state, []]
    default:
      return [state, []]
  }
}
