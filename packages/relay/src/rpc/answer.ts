import type { IrnRequest } from '@hawser/wire'
import { approveSession } from './approveSession.ts'
import { batchFetchMessages } from './batchFetchMessages.ts'
import { batchSubscribe } from './batchSubscribe.ts'
import type { RpcContext, RpcOutcome } from './context.ts'
import { proposeSession } from './proposeSession.ts'
import { publish } from './publish.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Runs the method a request names. */
export function answer(context: RpcContext, request: IrnRequest): Promise<RpcOutcome> {
  switch (request.method) {
    case 'irn_publish':
      return publish(context, request.publish)
    case 'irn_subscribe':
      return subscribe(context, request.topic)
    case 'irn_batchSubscribe':
      return batchSubscribe(context, request.topics)
    case 'irn_unsubscribe':
      return unsubscribe(context, request.topic)
    case 'irn_batchFetchMessages':
      return batchFetchMessages(context, request.topics)
    case 'wc_proposeSession':
      return proposeSession(context, request.proposal)
    case 'wc_approveSession':
      return approveSession(context, request.response, request.settlement)
  }
}
