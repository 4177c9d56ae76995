import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_unsubscribe`, `irn_batchUnsubscribe`: the result is always `true`, so that the answer does not reveal whether there was
 * a subscription.
 */
export async function unsubscribe({ deliveries }: RpcContext, topics: readonly Topic[]): Promise<RpcOutcome> {
  for (const topic of topics) deliveries.unsubscribe(topic)
  return { result: true }
}
