import type { IrnPublish, Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/** Keeps all envelopes and subscribes the caller to a topic, or does neither. */
export async function putSubscribed(
  { clientId, mailbox, deliveries }: RpcContext,
  envelopes: readonly IrnPublish[],
  topic: Topic,
): Promise<RpcOutcome> {
  const takeBack = await deliveries.subscribe([topic])
  try {
    await mailbox.put(clientId, envelopes)
  } catch (error) {
    takeBack()
    throw error
  }
  return { result: true, subscribed: [topic] }
}
