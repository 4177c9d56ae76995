import type { Topic } from '@hawser/wire'
import { formatUri } from '../envelope/createPairing.ts'
import { UnknownProposalError } from '../errors.ts'
import type { RecordStore } from '../records/recordStore.ts'
import type { Session } from '../records/records.ts'
import type { Sessions } from '../session/session.ts'
import type { SentProposals } from './sentProposals.ts'

/** A proposal from before a page reload, found in the storage that it was made with. */
export type ResumedPairing = {
  /** Contains a key: show it as a QR code or open it as a link, never log it. Empty once the pairing has been used. */
  readonly pairingUri: string
  readonly pairingTopic: Topic
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /**
   * Rejects with `proposal_rejected`, `proposal_expired`, `proposal_cancelled`, or the error in the wallet's answer.
   */
  readonly approval: Promise<Session>
}

/**
 * Finds a proposal from before a page reload, or the session that it led to.
 * @throws UnknownProposalError
 */
export function resumeProposal(
  pairingTopic: Topic,
  proposals: SentProposals,
  sessions: Sessions,
  records: RecordStore,
): ResumedPairing {
  const isOfPairing = (record: { readonly pairingTopic: Topic }) => record.pairingTopic === pairingTopic
  const record = proposals.values().find(isOfPairing)
  const session = sessions.list().find(isOfPairing)
  if (record === undefined && session === undefined) throw new UnknownProposalError('No such proposal is open.')
  const { id = 0, expiresAt = 0 } = record ?? {}
  const symKey = records.pairings.get(pairingTopic)?.symKey
  return {
    pairingTopic,
    pairingUri: symKey ? formatUri(pairingTopic, symKey, expiresAt) : '',
    expiresAt,
    approval: session ? Promise.resolve(session) : proposals.approval(id),
  }
}
