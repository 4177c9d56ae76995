import type { Authentication, Proposal } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import type { Reason } from '@hawser/wire'
import { addressesOf, firstPerNamespace, type WalletAddress } from '../accounts/account.ts'
import { grantProposal, offeredAddresses } from '../requests/grant.ts'
import { isRisky, readPeer } from '../requests/peer.ts'
import { blockReason } from '../requests/signInCheck.ts'
import { readSignIn, type SignInQuestion } from '../requests/signInQuestion.ts'
import type { SignRequest } from '../requests/signRequest.ts'
import { fail, home, type ScreenHandlers, show, showFailure, stay } from './showScreen.ts'
import type {
  Outcome,
  ProposalScreen,
  QuestionScreen,
  RequestScreen,
  SignInScreen,
  Transition,
  WalletState,
} from './walletState.ts'

/** More requests than a person would answer. Further requests are refused at once. */
export const maxWaiting = 8
// EIP-1474: "Request exceeds defined limit".
const limitExceeded: Reason = { code: -32005, message: 'Too many requests are waiting for an answer.' }

const unanswered = { answer: undefined, isArmed: false, isRiskAccepted: false } as const

/** Asks the person about a proposal, or refuses a proposal that requires more than this wallet supports. */
export function receiveProposal(state: WalletState, proposal: Proposal, origin: OriginStatus): Transition {
  if (state.accounts.length === 0) return stay(state)
  const peer = readPeer(proposal.proposer.metadata, origin)
  const first = firstPerNamespace(offeredAddresses(proposal, addressesOf(state.accounts)))
  const grant = grantProposal(proposal, first)
  if (grant.status === 'refused') {
    const outcome = { name: 'unsupported', peer, missing: grant.missing } as const
    return show(state, { status: 'done', outcome }, { type: 'refuse', asked: proposal, reason: grant.reason })
  }
  const chosen = first.map(({ address }) => address)
  return ask(
    state,
    { status: 'proposal', proposal, peer, grant, chosen, missing: [], ...unanswered },
    proposal.expiresAt,
  )
}

/** Asks the person whether to connect and sign in, or refuses a misleading text. */
export function receiveSignIn(state: WalletState, question: SignInQuestion): Transition {
  const { request, authentication } = question
  return (
    block(state, request, authentication) ??
    ask(state, { status: 'signIn', ...question, peer: request.peer, ...unanswered }, request.expiresAt)
  )
}

/** Shows a request, or queues it. A repeated request is ignored. */
export function receiveRequest(state: WalletState, request: SignRequest): Transition {
  const { screen } = state
  const isKnown = (other: SignRequest) => other.id === request.id && other.topic === request.topic
  if (state.waiting.some(isKnown) || ('request' in screen && isKnown(screen.request))) return stay(state)
  if (state.waiting.length >= maxWaiting) return stay(state, { type: 'refuse', asked: request, reason: limitExceeded })
  const queued = { ...state, waiting: [...state.waiting, request] }
  const isFree = screen.status === 'home' || (screen.status === 'done' && screen.outcome.name === 'approved')
  return isFree ? showNextRequest(queued) : stay(queued)
}

/** Shows the next waiting request, or the home screen. */
export function showNextRequest(state: WalletState): Transition {
  const [request, ...waiting] = state.waiting
  if (request === undefined) return home(state, undefined)
  const next = { ...state, waiting }
  return (
    block(next, request, request) ??
    ask(next, { status: 'request', request, peer: request.peer, ...unanswered }, request.expiresAt)
  )
}

/** The person chooses and answers, or the question expires. */
const question: ScreenHandlers<QuestionScreen> = {
  armed: (state, _event, screen) => show(state, { ...screen, isArmed: true }),
  riskAccepted: (state, { isAccepted }, screen) => show(state, { ...screen, isRiskAccepted: isAccepted }),
  acceptChosen: (state, _event, screen) =>
    isAcceptable(screen) ? answer(state, { ...screen, answer: 'yes' }) : stay(state),
  refuseChosen: (state, _event, screen) => answer(state, { ...screen, answer: 'no' }),
  timeRanOut: (state) => fail(state, { code: 'proposal_expired', message: 'The proposal has expired.' }),
}

export const proposal: ScreenHandlers<ProposalScreen> = {
  ...question,
  addressToggled: (state, { address }, screen) => show(state, toggle(state, screen, address)),
}

export const signIn: ScreenHandlers<SignInScreen> = {
  ...question,
  accountPicked(state, { address }, screen) {
    if (!state.accounts.some((each) => each.address === address)) return stay(state)
    // The text names the account that signs, so another account needs another text.
    return show(state, { ...screen, ...readSignIn(screen.authentication, address, screen.peer.origin) })
  },
}

export const request: ScreenHandlers<RequestScreen> = {
  ...question,
  timeRanOut: (state) => fail(state, { code: 'request_expired', message: 'The request has expired.' }),
}

/** The person has answered, and the answer is on its way to the app. */
export const answered: ScreenHandlers<QuestionScreen> = {
  effectFailed: showFailure(fail, 'answer'),
  answered(state, _event, screen) {
    // A linking app asks for a signature right after the approval. The person need not tap in between.
    if (screen.status === 'proposal' && screen.answer === 'yes' && state.waiting.length > 0)
      return showNextRequest(state)
    return show(state, { status: 'done', outcome: outcomeOf(screen) })
  },
}

/** Whether "yes" can answer: the question was shown for a moment, its risk is accepted, and its choice is complete. */
export function isAcceptable(screen: QuestionScreen): boolean {
  const isChosen = screen.status !== 'proposal' || (screen.chosen.length > 0 && screen.missing.length === 0)
  return screen.answer === undefined && screen.isArmed && (screen.isRiskAccepted || !isRisky(screen.peer)) && isChosen
}

function ask(state: WalletState, screen: QuestionScreen, expiresAt: number | undefined): Transition {
  return show(state, screen, { type: 'watch', expiresAt })
}

function answer(state: WalletState, screen: QuestionScreen): Transition {
  return show(state, screen, { type: 'answer', screen })
}

/** Refuses a misleading sign-in text, and shows why. Undefined for all other texts. */
function block(state: WalletState, request: SignRequest, asked: Authentication | SignRequest): Transition | undefined {
  const reason = blockReason(request.signIn)
  return reason && show(state, { status: 'blocked', request }, { type: 'refuse', asked, reason })
}

function toggle(state: WalletState, screen: ProposalScreen, address: string): ProposalScreen {
  const isChosen = (each: WalletAddress) => (each.address === address) !== screen.chosen.includes(each.address)
  const shared = offeredAddresses(screen.proposal, addressesOf(state.accounts)).filter(isChosen)
  const grant = grantProposal(screen.proposal, shared)
  const chosen = shared.map((each) => each.address)
  return grant.status === 'granted'
    ? { ...screen, chosen, grant, missing: [] }
    : { ...screen, chosen, missing: grant.missing }
}

function outcomeOf(screen: QuestionScreen): Outcome {
  const { peer } = screen
  const isYes = screen.answer === 'yes'
  switch (screen.status) {
    case 'proposal':
      return { name: isYes ? 'approved' : 'rejected', peer }
    case 'signIn':
      return { name: isYes ? 'signedIn' : 'rejected', peer }
    case 'request':
      return { name: isYes ? 'signed' : 'refused', peer, topic: screen.request.topic }
  }
}
