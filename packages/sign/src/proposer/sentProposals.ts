import type { BaseError } from '@hawser/wire'
import { hexToBytes } from '../envelope/keys.ts'
import { ProposalCancelledError, ProposalExpiredError } from '../errors.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import { loadParsers } from '../records/loadParsers.ts'
import type { ProposedRecord, Session } from '../records/records.ts'
import type { Table } from '../records/table.ts'
import type { Context } from '../session/context.ts'
import type { Pairings } from '../session/pairing.ts'
import type { ProposalDraft } from './proposalDraft.ts'

/** This dapp's proposals that have no session yet. A settled session ends its proposal. */
export type SentProposals = Pick<Table<number, ProposedRecord>, 'get' | 'values'> & {
  /** Starts a proposal before its keys exist. The deferred settles with the session. */
  start(draft: ProposalDraft): Deferred<Session>
  /** The outcome of a proposal, even of one made before a reload. */
  approval(id: number): Promise<Session>
  /**
   * Whether this page waits for the proposal. False once the proposal has a session or has failed, and after a reload
   * until `approval` is called.
   */
  isOpen(id: number): boolean
  /** Stores a proposal or its changes. */
  put(record: ProposedRecord): void
  /** Ends a proposal without a session. Does nothing once the proposal is over. */
  reject(id: number, error: BaseError): void
  restore(): void
}

export function createSentProposals(context: Context, pairings: Pairings): SentProposals {
  const { records, exchange, schedule, emitter, relay, deferreds } = context
  const approvals = new Map<number, Deferred<Session>>()
  const proposed = records.table<number, ProposedRecord>(
    'proposed',
    ({ id }) => id,
    async () => (await loadParsers()).parseProposedRecord,
    {
      isOwn: true,
      onElsewhere(id, _, known) {
        const error = new ProposalCancelledError('The proposal was cancelled on another page.')
        reject(id, error)
        if (known) pairings.remove(known.pairingTopic, error)
      },
    },
  )

  function end(id: number, error: BaseError, session?: Session): void {
    schedule.cancel(`proposed:${id}`)
    const approval = approvals.get(id)
    if (session === undefined) approval?.reject(error)
    else approval?.resolve(session)
    approvals.delete(id)
    const record = proposed.get(id)
    if (record === undefined) return
    const { pairingTopic, approved } = record
    proposed.remove(id)
    pairings.remove(pairingTopic, error)
    if (session !== undefined) return
    relay.withdraw(pairingTopic)
    if (approved !== undefined) exchange.close(approved.topic, error)
  }
  const reject = (id: number, error: BaseError) => end(id, error)

  // Also for a session that another page has stored. The relay needs only one acknowledgement, so it can happen that the
  // settlement reaches only another page, which has read this proposal.
  emitter.on('sessionSettled', (session) => {
    const record = proposed.values().find(({ pairingTopic }) => pairingTopic === session.pairingTopic)
    if (record) end(record.id, new ProposalCancelledError('The pairing was used.'), session)
  })

  /** Waits for the proposal's expiry and, once the wallet has answered, for the settlement. */
  function watch({ id, pairingTopic, expiresAt, approved }: ProposalDraft): void {
    if (approved !== undefined) void exchange.open(approved.topic, hexToBytes(approved.symKey))
    schedule.at(`proposed:${id}`, expiresAt, () => {
      const record = proposed.get(id)
      const pairing = records.pairings.get(pairingTopic)
      reject(id, new ProposalExpiredError('The proposal expired before a session was settled. Propose again.'))
      emitter.emit('proposalExpired', { id, pairingTopic })
      if (record === undefined || pairing === undefined) return
      // A wallet whose clock is behind can still approve. If the code for that cannot be fetched, the wallet's own
      // timeout ends the session.
      import('./lateApproval.ts').then(
        (late) => late.refuseLateApproval(context, record, pairing),
        () => {},
      )
    })
  }

  return {
    ...proposed,
    start(draft) {
      const approval = deferreds.defer<Session>()
      approvals.set(draft.id, approval)
      watch(draft)
      return approval
    },
    approval(id) {
      const approval = approvals.get(id) ?? deferreds.defer<Session>()
      approvals.set(id, approval)
      return approval.promise
    },
    isOpen: (id) => approvals.has(id),
    put(record) {
      proposed.put(record)
      watch(record)
    },
    restore() {
      for (const record of proposed.values()) watch(record)
    },
    reject,
  }
}
