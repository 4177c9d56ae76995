import type { IrnRequest } from '@hawser/wire'
import { approveSession } from './approveSession.ts'
import { batchReceive } from './batchReceive.ts'
import { batchSubscribe } from './batchSubscribe.ts'
import { batchSubscribeBlocking } from './batchSubscribeBlocking.ts'
import type { RpcContext, RpcOutcome } from './context.ts'
import { fetchMessages } from './fetchMessages.ts'
import { proposeSession } from './proposeSession.ts'
import { publish } from './publish.ts'
import { subscribe } from './subscribe.ts'
import { subscribeBlocking } from './subscribeBlocking.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Runs the method that a request names. */
export function answer(context: RpcContext, request: IrnRequest): Promise<RpcOutcome> {
  switch (request.method) {
    case 'irn_publish':
      return publish(context, [request.publish])
    case 'irn_batchPublish':
      return publish(context, request.publishes)
    case 'irn_subscribe':
      return subscribe(context, request.topic)
    case 'irn_batchSubscribe':
      return batchSubscribe(context, request.topics)
    case 'irn_subscribeBlocking':
      return subscribeBlocking(context, request.topic)
    case 'irn_batchSubscribeBlocking':
      return batchSubscribeBlocking(context, request.topics)
    case 'irn_unsubscribe':
      return unsubscribe(context, [request.topic])
    case 'irn_batchUnsubscribe':
      return unsubscribe(context, request.topics)
    case 'irn_fetchMessages':
      return fetchMessages(context, [request.topic])
    case 'irn_batchFetchMessages':
      return fetchMessages(context, request.topics)
    case 'irn_batchReceive':
      return batchReceive(context, request.receipts)
    case 'wc_proposeSession':
      return proposeSession(context, request.proposal)
    case 'wc_approveSession':
      return approveSession(context, request.response, request.settlement)
  }
}
