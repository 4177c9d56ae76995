import type { IrnPublish, Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/** Keeps all envelopes and subscribes the caller to a topic, or does neither. */
export async function putSubscribed(
  { clientId, mailbox, subscribers, deliveries }: RpcContext,
  envelopes: readonly IrnPublish[],
  topic: Topic,
): Promise<RpcOutcome> {
  const takeBack = deliveries.subscribe([topic])
  try {
    subscribers.offer(await mailbox.put(clientId, envelopes))
  } catch (error) {
    takeBack()
    throw error
  }
  return { result: true, subscribed: [topic] }
}
