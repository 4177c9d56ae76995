import type { Session } from '@hawser/sign'
import type { Topic } from '@hawser/wire'

/** How far a pairing's session has come (S7). `session` is undefined while the session is only proposed. */
export type SessionRecord = {
  readonly pairingTopic: Topic
  readonly stage: 'proposed' | 'settled' | 'acknowledged' | 'updated' | 'extended' | 'deleted' | 'expired'
  readonly session: Session | undefined
}

/** A step of a session's life as the protocol client reports it. */
export type SessionChange =
  | { readonly stage: 'proposed'; readonly pairingTopic: Topic }
  | { readonly stage: 'settled' | 'acknowledged' | 'updated' | 'extended'; readonly session: Session }
  /** `lost` is the session's last state, unless this page ended the session. */
  | { readonly stage: 'deleted' | 'expired'; readonly topic: Topic; readonly lost?: Session }

// Enough to see the outcome of the latest pairings. The list is not a full history.
const maxRecords = 20

/** Returns the records after a change (S7). A change of an unknown session leaves the records unchanged. */
export function recordSession(records: readonly SessionRecord[], change: SessionChange): readonly SessionRecord[] {
  if (change.stage === 'proposed') {
    const { pairingTopic, stage } = change
    // A new proposal replaces an unanswered one.
    const others = records.filter((record) => record.stage !== 'proposed')
    return [...others, { pairingTopic, stage, session: undefined }].slice(-maxRecords)
  }
  if ('session' in change) {
    const { session, stage } = change
    const { pairingTopic } = session
    const others = records.filter((record) => record.pairingTopic !== pairingTopic)
    return [...others, { pairingTopic, stage, session }].slice(-maxRecords)
  }
  return records.map((record) => (record.session?.topic === change.topic ? { ...record, stage: change.stage } : record))
}
