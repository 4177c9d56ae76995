import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'
import { putSubscribed } from './putSubscribed.ts'

/**
 * `wc_proposeSession`: stores the proposal and subscribes the caller to the pairing topic, in one call. Clients from 2.21.6 on
 * never subscribe to the pairing topic themselves.
 */
export function proposeSession(context: RpcContext, proposal: IrnPublish): Promise<RpcOutcome> {
  return putSubscribed(context, [proposal], proposal.topic)
}
