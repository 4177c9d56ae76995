import type { Proposal, Session } from '@hawser/sign'
import { InvalidPairingUriError, parsePairingUri, type Reason, type Topic } from '@hawser/wire'
import type { Address } from './account.ts'
import { grantProposal } from './grant.ts'
import type { WalletAccount } from './keyring.ts'
import { findPairingUri } from './pairingLink.ts'
import { type Peer, readPeer } from './peer.ts'
import { readSignIn, type SignInQuestion } from './signInQuestion.ts'
import { blockReason, type SignRequest } from './signRequest.ts'
import type { AwaitedEffect, Failure, Outcome, Screen, Transition, WalletEvent, WalletState } from './walletState.ts'

/** More than a person would answer; what comes beyond is refused at once. */
export const maxWaiting = 8
// EIP-1474: "Request exceeds defined limit".
const limitExceeded: Reason = { code: -32005, message: 'Too many requests are waiting for an answer.' }

const accountUnreadable: Failure = { code: 'account_unreadable', message: 'The test accounts cannot be read.' }

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

type ScreenEvent = Exclude<
  WalletEvent,
  {
    type:
      | 'takenOver'
      | 'relayChanged'
      | 'sessionsChanged'
      | 'connectedAtRead'
      | 'requestReceived'
      | 'disconnectChosen'
      | 'disconnectAllChosen'
      | 'accountsLoaded'
  }
>

function changeScreen(state: WalletState, event: ScreenEvent): Transition {
  const { screen } = state
  switch (screen.status) {
    case 'starting':
      return start(state, screen, event)
    case 'home':
      return leaveHome(state, screen, event)
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
      return settle(state, event, 'approve', { name: 'approved', peer: peerOf(screen.proposal) })
    case 'rejecting':
      return settle(state, event, 'reject', { name: 'rejected', peer: peerOf(screen.proposal) })
    case 'signing':
      return settle(state, event, 'sign', { name: 'signed', peer: screen.request.peer, topic: screen.request.topic })
    case 'refusing':
      return settle(state, event, 'refuse', { name: 'refused', peer: screen.request.peer, topic: screen.request.topic })
    case 'resetAsked':
      if (event.type === 'resetConfirmed') return [show(state, { status: 'resetting' }), [{ type: 'renewAccount' }]]
      if (event.type !== 'dismissed') return [state, []]
      return hasAccount(state) ? proceed(state) : fail(state, accountUnreadable)
    case 'importAsked':
      if (event.type === 'phraseGiven')
        return [show(state, { status: 'importing' }), [{ type: 'importPhrase', text: event.text }]]
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'importing':
      if (event.type === 'importRefused') return [show(state, { status: 'importAsked', problem: event.problem }), []]
      return event.type === 'effectFailed' && event.effect === 'importPhrase' ? fail(state, event.failure) : [state, []]
    case 'phraseShown':
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'resetting':
      return event.type === 'effectFailed' && event.effect === 'renewAccount' ? fail(state, event.failure) : [state, []]
    case 'blocked':
    case 'done':
    case 'failed':
      return leaveEnd(state, event)
    case 'elsewhere':
      return [state, []]
  }
}

/** Where the wallet waits for its accounts, it goes on; elsewhere there are only more of them. */
function loadAccounts(
  state: WalletState,
  { accounts, sessions }: { readonly accounts: readonly WalletAccount[]; readonly sessions: readonly Session[] },
): Transition {
  const loaded = { ...state, accounts, sessions }
  switch (state.screen.status) {
    case 'starting':
      return state.screen.text === undefined ? proceed(loaded) : giveLink(loaded, state.screen.text)
    case 'importing':
    case 'resetting':
      return proceed(loaded)
    default:
      return [loaded, []]
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

function leaveHome(state: WalletState, screen: Extract<Screen, { status: 'home' }>, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'linkGiven':
      return giveLink(state, event.text)
    case 'scanChosen':
      return [show(state, { status: 'scanning', camera: 'opening', isForeignCode: false }), []]
    case 'resetChosen':
      return [show(state, { status: 'resetAsked' }), []]
    case 'copyChosen':
      return [state, [{ type: 'copyAddress', address: event.address }]]
    case 'copied':
      return [show(state, { ...screen, copied: { address: event.address, isCopied: event.isCopied } }), []]
    case 'addAccountChosen':
      return [state, [{ type: 'addAccount' }]]
    case 'importChosen':
      return [show(state, { status: 'importAsked', problem: undefined }), []]
    case 'phraseChosen':
      return [state, [{ type: 'readPhrase', address: event.address }]]
    case 'phraseRead':
      return [show(state, { status: 'phraseShown', words: event.words }), []]
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
      return receiveProposal(state, event.proposal)
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

function receiveProposal(state: WalletState, proposal: Proposal): Transition {
  const chosen = state.accounts.slice(0, 1).map(({ address }) => address)
  if (chosen.length === 0) return [state, []]
  const grant = grantProposal(proposal, chosen)
  if (grant.status === 'granted') {
    const watch = { type: 'watch', expiresAt: proposal.expiresAt } as const
    return [show(state, { status: 'proposal', proposal, grant, chosen, isArmed: false }), [watch]]
  }
  const outcome = { name: 'unsupported', peer: peerOf(proposal), missing: grant.missing } as const
  return [show(state, { status: 'done', outcome }), [{ type: 'rejectUnsupported', proposal, reason: grant.reason }]]
}

function receiveSignIn(state: WalletState, question: SignInQuestion): Transition {
  const { request } = question
  const reason = blockReason(request.signIn)
  if (reason !== undefined)
    return [show(state, { status: 'blocked', request }), [{ type: 'declineUnsupported', question, reason }]]
  return [
    show(state, { status: 'signIn', question, isArmed: false }),
    [{ type: 'watch', expiresAt: request.expiresAt }],
  ]
}

function answerSignIn(
  state: WalletState,
  screen: Extract<Screen, { status: 'signIn' }>,
  event: ScreenEvent,
): Transition {
  const { question, isArmed } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'accountPicked':
      return pickSigner(state, screen, event.address)
    case 'signChosen':
      return isArmed ? [show(state, { status: 'signingIn', question }), [{ type: 'signIn', question }]] : [state, []]
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
  return [show(state, { ...screen, question: readSignIn(screen.question.authentication, address) }), []]
}

function toggleAccount(
  state: WalletState,
  screen: Extract<Screen, { status: 'proposal' }>,
  address: Address,
): Transition {
  const isChosen = (each: Address) => (each === address) !== screen.chosen.includes(each)
  const chosen = state.accounts.map((account) => account.address).filter(isChosen)
  const grant = chosen.length === 0 ? screen.grant : grantProposal(screen.proposal, chosen)
  return grant.status === 'granted' ? [show(state, { ...screen, chosen, grant }), []] : [state, []]
}

function answerProposal(
  state: WalletState,
  screen: Extract<Screen, { status: 'proposal' }>,
  event: ScreenEvent,
): Transition {
  const { proposal, grant, chosen, isArmed } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'accountToggled':
      return toggleAccount(state, screen, event.address)
    case 'approveChosen':
      if (!isArmed || chosen.length === 0) return [state, []]
      return [show(state, { status: 'approving', proposal, grant, chosen }), [{ type: 'approve', proposal, grant }]]
    case 'rejectChosen':
      return [show(state, { status: 'rejecting', proposal, grant, chosen }), [{ type: 'reject', proposal }]]
    case 'timeRanOut':
      return fail(state, { code: 'proposal_expired', message: 'The proposal has expired.' })
    default:
      return [state, []]
  }
}

function answerRequest(
  state: WalletState,
  screen: Extract<Screen, { status: 'request' }>,
  event: ScreenEvent,
): Transition {
  const { request, isArmed } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'signChosen':
      return isArmed ? [show(state, { status: 'signing', request }), [{ type: 'sign', request }]] : [state, []]
    case 'refuseChosen':
      return [show(state, { status: 'refusing', request }), [{ type: 'refuse', request }]]
    case 'timeRanOut':
      return fail(state, { code: 'request_expired', message: 'The request has expired.' })
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

function receiveRequest(state: WalletState, request: SignRequest): Transition {
  const { screen } = state
  const isKnown = (other: SignRequest) => other.id === request.id && other.topic === request.topic
  if (state.waiting.some(isKnown) || ('request' in screen && isKnown(screen.request))) return [state, []]
  if (state.waiting.length >= maxWaiting) return [state, [{ type: 'answerError', request, reason: limitExceeded }]]
  const queued = { ...state, waiting: [...state.waiting, request] }
  const isFree = screen.status === 'home' || (screen.status === 'done' && screen.outcome.name === 'approved')
  return isFree ? proceed(queued) : [queued, []]
}

function changeSessions(state: WalletState, sessions: readonly Session[]): Transition {
  const isOpen = (request: SignRequest) => sessions.some(({ topic }) => topic === request.topic)
  const next = { ...state, sessions, waiting: state.waiting.filter(isOpen) }
  return state.screen.status === 'request' && !isOpen(state.screen.request)
    ? fail(next, { code: 'session_ended', message: 'The app has ended the session.' })
    : [next, []]
}

/** The session is over for the person at once, whenever the app gets to know. */
function disconnect(state: WalletState, topic: Topic): Transition {
  const [next, effects] = changeSessions(
    state,
    state.sessions.filter((session) => session.topic !== topic),
  )
  return [next, [{ type: 'disconnect', topic }, ...effects]]
}

function disconnectAll(state: WalletState): Transition {
  if (state.sessions.length === 0) return [state, []]
  const [next, effects] = changeSessions(state, [])
  return [next, [...state.sessions.map(({ topic }) => ({ type: 'disconnect', topic }) as const), ...effects]]
}

/** The next waiting request, or home. */
function proceed(state: WalletState): Transition {
  const [request, ...waiting] = state.waiting
  if (request === undefined) return home(state, undefined)
  const next = { ...state, waiting }
  const reason = blockReason(request.signIn)
  if (reason !== undefined)
    return [show(next, { status: 'blocked', request }), [{ type: 'answerError', request, reason }]]
  return [show(next, { status: 'request', request, isArmed: false }), [{ type: 'watch', expiresAt: request.expiresAt }]]
}

function giveLink(state: WalletState, text: string): Transition {
  const pairingUri = readLink(text)
  return pairingUri === undefined
    ? home(state, { code: 'invalid_pairing_uri', message: 'This is no connection link.' })
    : [show(state, { status: 'pairing' }), [{ type: 'pair', pairingUri }]]
}

function readLink(text: string): string | undefined {
  const pairingUri = findPairingUri(text)
  try {
    parsePairingUri(pairingUri)
    return pairingUri
  } catch (error) {
    if (error instanceof InvalidPairingUriError) return undefined
    throw error
  }
}

function hasAccount(state: WalletState): boolean {
  return state.accounts.length > 0
}

function home(state: WalletState, failure: Failure | undefined): Transition {
  return [show(state, { status: 'home', failure, copied: undefined }), []]
}

function fail(state: WalletState, failure: Failure): Transition {
  return [show(state, { status: 'failed', failure }), []]
}

function show(state: WalletState, screen: Screen): WalletState {
  return { ...state, screen }
}

function peerOf(proposal: Proposal): Peer {
  return readPeer(proposal.proposer.metadata)
}
