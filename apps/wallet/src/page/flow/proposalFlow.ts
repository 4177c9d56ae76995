import type { Proposal } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import { addressesOf, firstOfEach, type WalletAddress } from '../accounts/account.ts'
import { grantProposal, offeredAddresses } from '../requests/grant.ts'
import { readPeer } from '../requests/peer.ts'
import { fail, isAnswerable, show } from './showScreen.ts'
import type { Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

/** Asks the person about a proposal, or refuses what requires more than this wallet has. */
export function receiveProposal(state: WalletState, proposal: Proposal, origin: OriginStatus): Transition {
  if (state.accounts.length === 0) return [state, []]
  const first = firstOfEach(offeredAddresses(proposal, addressesOf(state.accounts)))
  const grant = grantProposal(proposal, first)
  if (grant.status === 'granted') {
    const watch = { type: 'watch', expiresAt: proposal.expiresAt } as const
    const chosen = first.map(({ address }) => address)
    const question = { proposal, peer: readPeer(proposal.proposer.metadata, origin), grant, chosen }
    return [
      show(state, { status: 'proposal', ...question, missing: [], isArmed: false, isRiskAccepted: false }),
      [watch],
    ]
  }
  const outcome = { name: 'unsupported', peer: readPeer(proposal.proposer.metadata), missing: grant.missing } as const
  return [show(state, { status: 'done', outcome }), [{ type: 'rejectUnsupported', proposal, reason: grant.reason }]]
}

/** The person chooses and answers, or the proposal lapses. */
export function answerProposal(
  state: WalletState,
  screen: Extract<Screen, { status: 'proposal' }>,
  event: ScreenEvent,
): Transition {
  const { proposal, peer, grant, chosen } = screen
  switch (event.type) {
    case 'armed':
      return [show(state, { ...screen, isArmed: true }), []]
    case 'riskAccepted':
      return [show(state, { ...screen, isRiskAccepted: event.isAccepted }), []]
    case 'addressToggled':
      return [show(state, toggleAddress(state, screen, event.address)), []]
    case 'approveChosen':
      if (!isApprovable(screen)) return [state, []]
      return [
        show(state, { status: 'approving', proposal, peer, grant, chosen }),
        [{ type: 'approve', proposal, grant, origin: peer.origin }],
      ]
    case 'rejectChosen':
      return [show(state, { status: 'rejecting', proposal, peer, grant, chosen }), [{ type: 'reject', proposal }]]
    case 'timeRanOut':
      return fail(state, { code: 'proposal_expired', message: 'The proposal has expired.' })
    default:
      return [state, []]
  }
}

/** Whether what is chosen can be given: something, and all that the app requires. */
export function isApprovable(screen: Extract<Screen, { status: 'proposal' }>): boolean {
  return isAnswerable(screen, screen) && screen.chosen.length > 0 && screen.missing.length === 0
}

function toggleAddress(
  state: WalletState,
  screen: Extract<Screen, { status: 'proposal' }>,
  address: string,
): Extract<Screen, { status: 'proposal' }> {
  const isChosen = (each: WalletAddress) => (each.address === address) !== screen.chosen.includes(each.address)
  const shared = offeredAddresses(screen.proposal, addressesOf(state.accounts)).filter(isChosen)
  const grant = grantProposal(screen.proposal, shared)
  const chosen = shared.map((each) => each.address)
  return grant.status === 'granted'
    ? { ...screen, chosen, grant, missing: [] }
    : { ...screen, chosen, missing: grant.missing }
}
