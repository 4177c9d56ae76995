import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_batchFetchMessages`: what is pending, in the answer. It counts as delivered: clients of 2.13.3 to 2.17.2 fetch
 * first and subscribe then, and would handle a request twice if it were pushed as well.
 */
export async function batchFetchMessages(
  { clientId, mailbox, deliveries }: RpcContext,
  topics: readonly Topic[],
): Promise<RpcOutcome> {
  const page = await deliveries.fetch(topics)
  const messages = page.messages.map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag }))
  const afterAnswer = async () => {
    if (page.messages.length > 0) await mailbox.remove(clientId, page.messages)
  }
  return { result: { messages, hasMore: page.hasMore }, afterAnswer }
}
