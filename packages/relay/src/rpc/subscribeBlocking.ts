import type { Topic } from '@hawser/wire'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import type { RpcContext, RpcOutcome } from './context.ts'

/** `irn_subscribeBlocking`: like `irn_subscribe`, but answered after the stored messages are pushed. */
export async function subscribeBlocking(
  { clientId, deliveries, recipient }: RpcContext,
  topic: Topic,
): Promise<RpcOutcome> {
  const { watched, start } = deliveries.subscribe(recipient, [topic])
  await watched
  start()
  await deliveries.caughtUp(recipient, [topic])
  return { result: subscriptionIdOf(topic, clientId) }
}
