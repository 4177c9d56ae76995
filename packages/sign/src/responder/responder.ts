import {
  checkGranted,
  checkNamespaces,
  checkProperties,
  type Namespaces,
  type Properties,
  type Reason,
  readReason,
  reasons,
} from '@hawser/wire'
import { InvalidSessionMessageError, toBaseError } from '../errors.ts'
import { toLocalDeadline } from '../lifetime/deadline.ts'
import { parseSessionConfig, type SessionConfig } from '../message/peer.ts'
import { parseProposalParams } from '../message/sessionMessage.ts'
import { toPlain } from '../message/toPlain.ts'
import type { Proposal, Session } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import type { Sessions } from '../session/session.ts'
import { createAgreements } from './agreement.ts'
import { maxPairingLifetimeMs, type PairingLinks } from './pairingLinks.ts'
import { createSettlement, type Grant, type PendingSettlement } from './settlement.ts'
import type { WalletRequests } from './walletRequests.ts'

export type ApproveParameters = Properties & {
  readonly proposalId: number
  readonly namespaces: Namespaces
  readonly sessionConfig?: SessionConfig
}

/** A session that this wallet has settled. */
export type ApprovedSession = {
  readonly session: Session
  /**
   * Resolves when the dapp has confirmed the session. Rejects with `session_ended` if the dapp refuses, or with
   * `request_expired` if the dapp stays silent for five minutes.
   */
  readonly acknowledged: Promise<Session>
}

/** The wallet's side of a proposal. */
export type Responder = Role & {
  approve(params: ApproveParameters): Promise<ApprovedSession>
  reject(params: { proposalId: number; reason?: Reason }): Promise<void>
}

export function createResponder(
  context: Context,
  sessions: Sessions,
  proposals: WalletRequests<Proposal>,
  links: PairingLinks,
): Responder {
  const { records, exchange, relay, emitter, now } = context
  const agreementOf = createAgreements(context)
  const settleSession = createSettlement(context, sessions)
  // Approvals by proposal id, kept after the answer: a second call waits for the first instead of settling a second session.
  const approvals = new Map<number, Promise<PendingSettlement>>()

  function readProposal(request: IncomingRequest): Proposal | undefined {
    const { topic, id } = request
    const pairing = records.pairings.get(topic)
    if (pairing?.role !== 'wallet') {
      throw new InvalidSessionMessageError('A dapp takes no proposals.', reasons.methodUnsupported)
    }
    if (id <= (pairing.answeredId ?? 0)) return undefined
    if (links.hasSession(topic)) {
      throw new InvalidSessionMessageError('The pairing already has a session.', reasons.invalidSessionProposal)
    }
    const known = proposals.get(id)
    if (known?.pairingTopic === topic) return undefined
    if (known !== undefined) {
      throw new InvalidSessionMessageError(
        'Another pairing has a proposal with this id.',
        reasons.invalidSessionProposal,
      )
    }
    const { expiresAt: given = pairing.expiresAt, ...params } = parseProposalParams(request.params)
    const expiresAt = toLocalDeadline(given, now())
    if (expiresAt <= now()) {
      throw new InvalidSessionMessageError('The proposal arrived after its expiry.', reasons.invalidSessionProposal)
    }
    const end = Math.min(expiresAt, now() + maxPairingLifetimeMs)
    return { kind: 'proposal', id, pairingTopic: topic, expiresAt: end, ...params }
  }

  async function onProposal(request: IncomingRequest): Promise<undefined> {
    // The dapp sent this proposal for wallets that do not sign in.
    if (records.pairings.get(request.topic)?.authenticates) return
    try {
      const proposal = readProposal(request)
      if (proposal === undefined) return
      proposals.put(proposal)
      // Another dapp's proposal can have the id of an earlier one.
      approvals.delete(proposal.id)
      void agreementOf(proposal)
      links.tell(request.topic, proposal)
      emitter.emit('proposal', proposal)
    } catch (error) {
      links.tell(request.topic, toBaseError(error))
      throw error
    }
  }

  function readGranted(proposal: Proposal, params: ApproveParameters): Grant {
    const namespaces = checkNamespaces(params.namespaces)
    checkGranted(proposal.requiredNamespaces, namespaces)
    const properties = checkProperties(params, reasons.invalidSessionSettleRequest, namespaces)
    return { namespaces, ...properties, ...parseSessionConfig(params) }
  }

  /** Settles a proposal. From here on the proposal is answered, even if the socket is lost. */
  async function settle(proposal: Proposal, granted: Grant): Promise<PendingSettlement> {
    const agreement = await agreementOf(proposal)
    // The proposal can have been rejected, expired or ended with its pairing in the meantime. It must not become a
    // session then.
    proposals.require(proposal.id)
    proposals.markAnswered(proposal)
    const settling = settleSession(proposal, agreement, granted)
    // Only other proposals on the pairing are left.
    proposals.expireAll(proposal.pairingTopic)
    return settling
  }

  return {
    async approve(given) {
      const params = toPlain(given, 'approve()')
      await context.ready()
      const { proposalId } = params
      let approving = approvals.get(proposalId)
      if (approving === undefined) {
        const proposal = proposals.require(proposalId)
        approving = settle(proposal, readGranted(proposal, params))
        approvals.set(proposalId, approving)
        approving.catch(() => approvals.delete(proposalId))
      }
      const { topic, sent, acknowledged } = await approving
      await relay.withTimeout(sent)
      return { session: sessions.require(topic), acknowledged }
    },
    async reject({ proposalId, reason = reasons.userRejected }) {
      const { code, message } = readReason(reason) ?? reasons.userRejected
      await context.ready()
      const proposal = proposals.require(proposalId)
      const sent = exchange.answer(proposal.pairingTopic, proposalId, 'wc_sessionPropose', { error: { code, message } })
      proposals.markAnswered(proposal)
      await relay.withTimeout(sent)
    },
    restore: proposals.restore,
    onRequest: (request) => (request.method === 'wc_sessionPropose' ? onProposal(request) : undefined),
    async onAnswer(answer) {
      const { topic, id } = answer
      const record = records.sessions.get(topic)
      // A dapp keeps `settleId` too, to confirm a repeated settlement.
      if (record?.session.role !== 'wallet' || record.settleId !== id) return
      // As with JSON-RPC, any result but a refusal is a yes.
      if (answer.kind === 'result' && answer.result !== false) return sessions.onHeard(topic)
      sessions.remove(topic, answer.kind === 'error' ? answer.reason : reasons.sessionSettlementFailed, 'peer')
    },
    onPairingEnded(topic, error) {
      links.tell(topic, error)
      proposals.expireAll(topic)
    },
  }
}
