/** A numbered reason as it travels in a JSON-RPC error or a delete message. `data` is anything else that a wallet sends. */
export type Reason = { readonly code: number; readonly message: string; readonly data?: unknown }

/** A refusal that names no reason: JSON-RPC's number of an internal error, and no words. */
export const unnamedReason: Reason = { code: -32_603, message: '' }
