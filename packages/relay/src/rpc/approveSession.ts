import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'
import { putSubscribed } from './putSubscribed.ts'

/**
 * `wc_approveSession`: stores the proposal's response and the settlement, both or neither, and subscribes the caller to the
 * session topic. A Redis Cluster can store the settlement alone. Only the caller knows the settlement's topic before the
 * response, and repeating the call stores the rest (decision 0091).
 */
export function approveSession(context: RpcContext, response: IrnPublish, settlement: IrnPublish): Promise<RpcOutcome> {
  return putSubscribed(context, [response, settlement], settlement.topic)
}
