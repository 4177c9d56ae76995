import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'
import { putSubscribed } from './putSubscribed.ts'

/**
 * `wc_approveSession`: stores the proposal's response and the settlement, both or neither, and subscribes the caller to
 * the session topic. A Redis Cluster may keep the settlement alone: nobody but the caller knows its topic before the
 * response, and the same call again stores the rest (decision 0091).
 */
export function approveSession(context: RpcContext, response: IrnPublish, settlement: IrnPublish): Promise<RpcOutcome> {
  return putSubscribed(context, [response, settlement], settlement.topic)
}
