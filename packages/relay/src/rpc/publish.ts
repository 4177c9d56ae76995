import type { IrnPublish } from '@hawser/wire'
import type { RpcCaller, RpcOutcome } from './context.ts'

/**
 * `irn_publish`, `irn_batchPublish`: stores the envelopes, all or none, and offers each to all other clients on its topic.
 * `true` means they are stored. A Redis Cluster can store some of a batch that is not answered `true`. Repeating the same
 * envelope answers `true` without another effect, because clients repeat a publish that got no answer.
 */
export async function publish(
  { clientId, address, mailbox }: RpcCaller,
  envelopes: readonly IrnPublish[],
): Promise<RpcOutcome> {
  await mailbox.put(clientId, envelopes, address)
  return { result: true }
}
