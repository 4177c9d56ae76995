import type { Reason, Topic } from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'
import type { SessionRecord } from './records.ts'

// The room for a dapp's sessions in its storage, in characters, and the share that each session has regardless of the others.
const maxLength = 40_000
const share = maxLength / 5

/**
 * Returns the sessions to end for a session that is new or has grown: a page that links again and again must not fill
 * its storage (T-69). Sessions above their share end first, then those that expire first. A session above its own share
 * ends only sessions at least half as long: a peer that grants too much harms itself.
 * @throws InvalidSessionMessageError - the storage has no room for the session
 */
export function topicsToEvict(
  record: SessionRecord,
  sessions: readonly SessionRecord[],
  reason: Reason,
): readonly Topic[] {
  const { length } = JSON.stringify(record)
  const others = sessions
    .filter(({ session }) => session.role === 'dapp' && session.topic !== record.session.topic)
    .map((other) => ({ ...other.session, long: JSON.stringify(other).length }))
    .sort((a, b) => Number(b.long > share) - Number(a.long > share) || a.expiresAt - b.expiresAt)
  const topics: Topic[] = []
  let room = others.reduce((rest, { long }) => rest - long, maxLength - length)
  for (const { topic, long } of others) {
    if (room >= 0) break
    if (length > share && long * 2 < length) continue
    room += long
    topics.push(topic)
  }
  if (room < 0) {
    throw new InvalidSessionMessageError('The storage has no room for so long a session.', reason)
  }
  return topics
}
