import type { Topic } from '@hawser/wire'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_batchSubscribeBlocking`: like `irn_batchSubscribe`, but answered after the stored messages of every topic are pushed.
 * Its only callers read an object for each topic, with an id or an error (relay_rpc, SubscriptionResult).
 */
export async function batchSubscribeBlocking(
  { clientId, deliveries, recipient }: RpcContext,
  topics: readonly Topic[],
): Promise<RpcOutcome> {
  const { watched, start } = deliveries.subscribe(recipient, topics)
  await watched
  start()
  await deliveries.caughtUp(recipient, topics)
  return { result: topics.map((topic) => ({ id: subscriptionIdOf(topic, clientId) })) }
}
