import type { IrnPublish, Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * Stores all envelopes and subscribes the caller to a topic, or does neither. If the store accepts the envelopes but then
 * cannot watch the topic, the call fails, and repeating it repairs that.
 */
export async function putSubscribed(
  { clientId, address, mailbox, deliveries, recipient }: RpcContext,
  envelopes: readonly IrnPublish[],
  topic: Topic,
): Promise<RpcOutcome> {
  const subscribing = deliveries.subscribe(recipient, [topic])
  // The put starts now as well, so that the client's next publish comes after it (P3).
  const [kept, told] = await Promise.allSettled([mailbox.put(clientId, envelopes, address), subscribing.watched])
  if (kept.status === 'rejected') {
    subscribing.rollback()
    throw kept.reason
  }
  if (told.status === 'rejected') throw told.reason
  return { result: true, subscribing }
}
