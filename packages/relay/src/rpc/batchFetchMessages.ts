import type { Topic } from '@hawser/wire'
import type { RpcContext, RpcOutcome } from './context.ts'

/**
 * `irn_batchFetchMessages`: what is pending, in the answer. It counts as delivered once the answer has arrived: clients
 * of 2.13.3 to 2.17.2 fetch first and subscribe then, and would handle a request twice if it were pushed as well.
 */
export async function batchFetchMessages({ deliveries }: RpcContext, topics: readonly Topic[]): Promise<RpcOutcome> {
  const { receipt, ...page } = await deliveries.fetch(topics)
  const messages = page.messages.map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag }))
  return { result: { messages, hasMore: page.hasMore }, receipt }
}
