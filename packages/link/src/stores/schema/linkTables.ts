/** The tables of the link store. Times are epoch milliseconds. */
export type LinkTables = {
  link_schema: { id: number; version: number }
  link_challenges: {
    id: string
    host_user_id: string
    purpose: string
    account_id: string
    wallet_name: string | null
    message: string
    expires_at: number
  }
  linked_wallets: {
    id: string
    host_user_id: string
    namespace: string
    address: string
    /** The address without the chain prefix of a contract account. */
    bare_address: string
    account_id: string
    wallet_name: string | null
    label: string | null
    /** 0 or 1: SQLite has no boolean. */
    is_primary: number
    linked_at: number
    last_used_at: number | null
    proof_method: string
    proof_chain_id: string
    proof_block: string | null
    proof_hash: string | null
    proof_signature: string | null
    challenge_id: string
    status: string
    receipt: string | null
  }
  link_events: {
    host_user_id: string
    number: number
    type: string
    at: number
    account_id: string
    wallet_name: string | null
    /** `handoff` or null. */
    via: string | null
  }
  link_handoffs: {
    host_user_id: string
    session_key: string
    id: string
    version: number
    /** The other fields of the handoff, as JSON. */
    record: string
    expires_at: number
  }
  link_buckets: { key: string; full_at: number }
  /** Rows that exist only to be locked: see `locks.ts`. */
  link_locks: { id: number; turns: number }
}

/** Number of rows in `link_locks`. It is fixed, so that no row reveals that a host user or an address exists. */
export const lockCount = 512
