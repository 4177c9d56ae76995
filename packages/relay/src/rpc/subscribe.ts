import type { Topic } from '@hawser/wire'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import type { RpcContext, RpcOutcome } from './context.ts'

/** `irn_subscribe`: from now on, this connection receives what other clients publish on the topic, stored messages first. */
export async function subscribe({ clientId, deliveries, recipient }: RpcContext, topic: Topic): Promise<RpcOutcome> {
  const subscribing = deliveries.subscribe(recipient, [topic])
  await subscribing.watched
  return { result: subscriptionIdOf(topic, clientId), subscribing }
}
