import { irnLimits, type Topic } from '@hawser/wire'
import type { PendingPage } from '../mailboxes/mailbox.ts'
import type { RpcCaller, RpcContext, RpcOutcome } from './context.ts'

/** The bytes of an answer in addition to each message: its topic, time and tag, and their names. */
const otherLength = 160

/**
 * `irn_fetchMessages`, `irn_batchFetchMessages`: answers with the pending messages. They count as delivered once the answer has
 * arrived. Clients from 2.13.3 to 2.17.2 fetch first and then subscribe, and would handle a request twice if it were pushed as
 * well.
 */
export async function fetchMessages(
  { deliveries, recipient }: RpcContext,
  topics: readonly Topic[],
): Promise<RpcOutcome> {
  const { receipt, ...page } = await deliveries.fetch(recipient, topics)
  return { result: formatPage(page), receipt }
}

/**
 * Answers like `fetchMessages` when the arrival of the answer is unknown: a message stays pending until `irn_batchReceive`
 * names it.
 */
export async function peekMessages({ clientId, mailbox }: RpcCaller, topics: readonly Topic[]): Promise<RpcOutcome> {
  const positions = [...new Set(topics)].map((topic) => ({ topic, afterSequence: 0 }))
  return { result: formatPage(cutPage(await mailbox.pending(clientId, positions))) }
}

/**
 * Cuts a page to fit in a written frame, with at least one message. A store does not count escapes, which can be six times as
 * long.
 */
function cutPage({ messages, hasMore }: PendingPage): PendingPage {
  let length = 0
  const end = messages.findIndex(({ message }, index) => {
    length += Buffer.byteLength(JSON.stringify(message)) + otherLength
    return index > 0 && length > irnLimits.frameLength
  })
  return end < 0 ? { messages, hasMore } : { messages: messages.slice(0, end), hasMore: true }
}

function formatPage({ messages, hasMore }: PendingPage): object {
  return {
    messages: messages.map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag })),
    hasMore,
  }
}
