import type { IrnPublish } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_publish`: keeps the envelope and offers it to everyone else on the topic. `true` means it is stored; the same
 * envelope again is `true` and nothing more, because clients repeat a publish they saw no answer to.
 */
export async function publish({ clientId, mailbox }: RpcContext, envelope: IrnPublish): Promise<RpcOutcome> {
  await mailbox.put(clientId, [envelope])
  return { result: true }
}
