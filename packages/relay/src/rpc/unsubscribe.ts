import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_unsubscribe`, `irn_batchUnsubscribe`: the result is always `true`, so that the answer does not reveal whether there was
 * a subscription.
 */
export async function unsubscribe(
  { deliveries, recipient }: RpcContext,
  topics: readonly Topic[],
): Promise<RpcOutcome> {
  for (const topic of topics) deliveries.unsubscribe(recipient, topic)
  return { result: true }
}
