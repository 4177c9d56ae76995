import type { IrnReceipt } from '@hawser/wire'
import type { RpcCaller, RpcOutcome } from './context.ts'

/**
 * `irn_batchReceive`: the caller has these messages, so they are not offered to it again. The result is `true` even if the
 * messages are unknown, and nothing changes for any other client.
 */
export async function batchReceive(
  { clientId, mailbox }: RpcCaller,
  receipts: readonly IrnReceipt[],
): Promise<RpcOutcome> {
  await mailbox.remove(clientId, await mailbox.find(receipts))
  return { result: true }
}
