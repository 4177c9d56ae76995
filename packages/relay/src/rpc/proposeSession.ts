import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `wc_proposeSession`: keeps the proposal and subscribes the caller to the pairing topic, in one call. Clients from
 * 2.21.6 never subscribe to it themselves.
 */
export async function proposeSession(context: RpcContext, proposal: IrnPublish): Promise<RpcOutcome> {
  const { clientId, mailbox, subscribers, deliveries } = context
  subscribers.offer(await mailbox.put(clientId, [proposal]))
  deliveries.subscribe([proposal.topic])
  return { result: true, subscribed: [proposal.topic] }
}
