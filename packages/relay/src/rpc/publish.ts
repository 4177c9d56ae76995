import type { IrnPublish } from '@hawser/wire'
import type { RpcCaller, RpcOutcome } from './context.ts'

/**
 * `irn_publish`, `irn_batchPublish`: keeps the envelopes, all or none, and offers each to everyone else on its topic.
 * `true` means they are stored; the same envelope again is `true` and nothing more, because clients repeat a publish they
 * saw no answer to.
 */
export async function publish(
  { clientId, address, mailbox }: RpcCaller,
  envelopes: readonly IrnPublish[],
): Promise<RpcOutcome> {
  await mailbox.put(clientId, envelopes, address)
  return { result: true }
}
