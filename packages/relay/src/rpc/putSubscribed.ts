import type { IrnPublish, Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * Keeps all envelopes and subscribes the caller to a topic, or does neither. Should the store keep them and then not
 * tell of news, that fails, and the same again mends it.
 */
export async function putSubscribed(
  { clientId, address, mailbox, deliveries }: RpcContext,
  envelopes: readonly IrnPublish[],
  topic: Topic,
): Promise<RpcOutcome> {
  const subscribing = deliveries.subscribe([topic])
  // Both begin now: what the client publishes next must come after it (P3).
  const [kept, told] = await Promise.allSettled([mailbox.put(clientId, envelopes, address), subscribing.watched])
  if (kept.status === 'rejected') {
    subscribing.takeBack()
    throw kept.reason
  }
  if (told.status === 'rejected') throw told.reason
  return { result: true, subscribing }
}
