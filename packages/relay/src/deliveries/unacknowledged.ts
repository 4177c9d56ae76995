import type { MessageKey } from '../mailboxes/mailbox.ts'

/** The messages of each push and fetch that is not acknowledged yet, keyed by id in the order sent. */
export type Unacknowledged = {
  /** Created on demand, because most connections are idle. */
  byId: Map<string, readonly MessageKey[]> | undefined
}

/** How many deliveries that are never acknowledged are remembered. */
const rememberedDeliveries = 10_000
const receiptPrefix = 'fetched '

export function createUnacknowledged(): Unacknowledged {
  return { byId: undefined }
}

export function rememberPush(unacknowledged: Unacknowledged, id: string, key: MessageKey): void {
  remember(unacknowledged, id, [key])
}

/** @returns the receipt that acknowledges the fetch */
export function rememberFetch(unacknowledged: Unacknowledged, id: string, keys: readonly MessageKey[]): string {
  const receipt = `${receiptPrefix}${id}`
  remember(unacknowledged, receipt, keys)
  return receipt
}

/** Removes and returns the messages of a push or a fetch. Undefined if nothing was sent under this id. */
export function takeKeys(unacknowledged: Unacknowledged, id: string): readonly MessageKey[] | undefined {
  const keys = unacknowledged.byId?.get(id)
  if (keys !== undefined) unacknowledged.byId?.delete(id)
  return keys
}

/** The receipts of all fetches up to and including the given one. Empty if the receipt is unknown. */
export function receiptsUpTo(unacknowledged: Unacknowledged, receipt: string): readonly string[] {
  if (unacknowledged.byId?.has(receipt) !== true) return []
  const ids = [...unacknowledged.byId.keys()]
  return ids.slice(0, ids.indexOf(receipt) + 1).filter((id) => id.startsWith(receiptPrefix))
}

function remember(unacknowledged: Unacknowledged, id: string, keys: readonly MessageKey[]): void {
  unacknowledged.byId ??= new Map()
  unacknowledged.byId.set(id, keys)
  if (unacknowledged.byId.size <= rememberedDeliveries) return
  const [oldest] = unacknowledged.byId.keys()
  if (oldest !== undefined) unacknowledged.byId.delete(oldest)
}
