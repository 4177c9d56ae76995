import type { ProposedRecord } from '../records/records.ts'

/** A proposal before it has keys. */
export type ProposalDraft = Omit<ProposedRecord, 'privateKey' | 'publicKey'>
