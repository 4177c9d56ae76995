import { checkGranted, reasons } from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'
import { limitExpiry, type Metadata } from '../message/peer.ts'
import { parseSettleParams } from '../message/settleParams.ts'
import type { ProposedRecord, Session } from '../records/records.ts'
import type { IncomingRequest } from '../session/exchange.ts'

/**
 * Reads the session that a wallet settles for a proposal.
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export function readSettlement(
  record: ProposedRecord,
  { topic, params }: IncomingRequest,
  metadata: Metadata,
  now: number,
): Session {
  const { controller, namespaces, expiresAt, ...properties } = parseSettleParams(params)
  if (controller.publicKey !== record.approved?.responderPublicKey) {
    throw new InvalidSessionMessageError(
      'The settlement has another key than the approval.',
      reasons.invalidSessionSettleRequest,
    )
  }
  checkGranted(record.requiredNamespaces, namespaces)
  return {
    topic,
    pairingTopic: record.pairingTopic,
    peer: controller,
    self: { publicKey: record.publicKey, metadata },
    role: 'dapp',
    controller: controller.publicKey,
    namespaces,
    requiredNamespaces: record.requiredNamespaces,
    optionalNamespaces: record.optionalNamespaces,
    expiresAt: limitExpiry(expiresAt, now, reasons.invalidSessionSettleRequest),
    acknowledged: true,
    ...properties,
  }
}
