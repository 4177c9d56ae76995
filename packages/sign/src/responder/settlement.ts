import { type Properties, reasons, type Topic } from '@hawser/wire'
import { bytesToHex } from '../envelope/keys.ts'
import { MessageTooLargeError } from '../errors.ts'
import { sessionLifetimeMs } from '../message/peer.ts'
import { answerRoute, routes } from '../message/routes.ts'
import { formatAnswer, formatRequest } from '../message/sessionMessage.ts'
import type { SettleParams } from '../message/settleParams.ts'
import type { Proposal, Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import type { Sessions } from '../session/session.ts'
import { createAcknowledgements } from './acknowledgement.ts'
import type { Agreement } from './agreement.ts'

/** A wallet's grant for a proposal. */
export type Grant = Pick<SettleParams, 'namespaces' | 'sessionConfig' | keyof Properties>

/** The session of a proposal, on its way to the dapp. */
export type PendingSettlement = {
  readonly topic: Topic
  /** Resolves when the relay has the settlement. */
  readonly sent: Promise<unknown>
  readonly acknowledged: Promise<Session>
}

/** Creates a function that settles the session of a proposal. From then on the session exists, even if the socket is lost. */
export function createSettlement(
  context: Context,
  sessions: Sessions,
): (proposal: Proposal, agreement: Agreement, granted: Grant) => PendingSettlement {
  const { records, exchange, now } = context
  const acknowledgementOf = createAcknowledgements(context, sessions)

  function send(
    proposal: Proposal,
    { topic, self, expiresAt }: Session,
    settleId: number,
    symKey: Uint8Array,
    granted: Grant,
  ): Promise<void> {
    const { pairingTopic } = proposal
    const { namespaces, ...properties } = granted
    const relayProtocol = { protocol: 'irn' }
    const settlement = formatRequest(settleId, 'wc_sessionSettle', {
      relay: relayProtocol,
      controller: self,
      namespaces,
      expiry: expiresAt / 1000,
      ...properties,
    })
    const response = formatAnswer(proposal.id, {
      result: { relay: relayProtocol, responderPublicKey: self.publicKey },
    })
    return exchange.open(topic, symKey, async () => {
      // Stored before it is sent: a wallet that is killed now must know the session that its dapp has. The store
      // reports a failure.
      await records.flush().catch(() => {})
      await exchange.compose(
        'wc_approveSession',
        topic,
        { pairingTopic, sessionTopic: topic },
        {
          // The settlement goes first: when the dapp learns the topic, the settlement is already in its mailbox.
          sessionSettlementRequest: { topic, text: settlement, route: routes.wc_sessionSettle },
          sessionProposalResponse: {
            topic: pairingTopic,
            text: response,
            route: answerRoute('wc_sessionPropose', 'result'),
          },
        },
      )
    })
  }

  /** Removes a session that no relay accepts because it is too large. The dapp never receives it, and need not wait. */
  function takeBack({ id, pairingTopic }: Proposal, topic: Topic): void {
    const { code, message } = reasons.sessionSettlementFailed
    sessions.remove(topic, reasons.sessionSettlementFailed, 'self')
    void exchange.answer(pairingTopic, id, 'wc_sessionPropose', { error: { code, message } })
  }

  return (proposal, { publicKey, symKey, topic }, granted) => {
    const settleId = exchange.nextId()
    const session: Session = {
      topic,
      pairingTopic: proposal.pairingTopic,
      peer: proposal.proposer,
      self: { publicKey, metadata: context.metadata },
      role: 'wallet',
      controller: publicKey,
      requiredNamespaces: proposal.requiredNamespaces,
      optionalNamespaces: proposal.optionalNamespaces,
      expiresAt: Math.floor(now() / 1000) * 1000 + sessionLifetimeMs,
      acknowledged: false,
      ...granted,
    }
    sessions.add({ symKey: bytesToHex(symKey), settleId, newestIds: {}, session })
    const sent = send(proposal, session, settleId, symKey, granted).catch((error) => {
      if (error instanceof MessageTooLargeError) takeBack(proposal, topic)
      throw error
    })
    sent.catch(() => {})
    return { topic, sent, acknowledged: acknowledgementOf(topic) }
  }
}
