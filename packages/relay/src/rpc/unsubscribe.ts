import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/** `irn_unsubscribe`: `true` whether or not there was a subscription, so that nothing can be learnt from the answer. */
export async function unsubscribe({ deliveries }: RpcContext, topic: Topic): Promise<RpcOutcome> {
  deliveries.unsubscribe(topic)
  return { result: true }
}
