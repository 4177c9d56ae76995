import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `wc_approveSession`: keeps the proposal's response and the settlement, both or neither, and subscribes the caller to
 * the session topic.
 */
export async function approveSession(
  context: RpcContext,
  response: IrnPublish,
  settlement: IrnPublish,
): Promise<RpcOutcome> {
  const { clientId, mailbox, subscribers, deliveries } = context
  subscribers.offer(await mailbox.put(clientId, [response, settlement]))
  deliveries.subscribe([settlement.topic])
  return { result: true, subscribed: [settlement.topic] }
}
