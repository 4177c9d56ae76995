import type { Topic } from '@hawser/wire'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import type { RpcContext, RpcOutcome } from './context.ts'

/** `irn_batchSubscribe`: subscribes to all of the topics or none. Answers the subscription ids in the order of the request. */
export async function batchSubscribe(
  { clientId, deliveries, recipient }: RpcContext,
  topics: readonly Topic[],
): Promise<RpcOutcome> {
  const subscribing = deliveries.subscribe(recipient, topics)
  await subscribing.watched
  return { result: topics.map((topic) => subscriptionIdOf(topic, clientId)), subscribing }
}
