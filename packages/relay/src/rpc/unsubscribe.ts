import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_unsubscribe`, `irn_batchUnsubscribe`: `true` whether or not there was a subscription, so that the answer reveals
 * nothing.
 */
export async function unsubscribe({ deliveries }: RpcContext, topics: readonly Topic[]): Promise<RpcOutcome> {
  for (const topic of topics) deliveries.unsubscribe(topic)
  return { result: true }
}
