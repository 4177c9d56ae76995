import { reasons, type Topic } from '@hawser/wire'
import { RequestExpiredError, SessionEndedError } from '../errors.ts'
import type { Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { type Sessions, settleTimeoutMs } from '../session/session.ts'

// A timer that runs later than this shows that the machine slept.
const lateMs = 2_000

/** Creates a function that waits for the dapp to confirm a new session, and ends a session that the dapp does not have. */
export function createAcknowledgements(context: Context, sessions: Sessions): (topic: Topic) => Promise<Session> {
  const { schedule, deferreds, relay, emitter, now } = context

  /**
   * Ends a session that the dapp does not have. A dapp that has the settlement confirms it at once, and the relay keeps
   * that message for five minutes. A wallet that was connected all that time would have received it. A wallet that
   * slept or was offline cannot know, and keeps the session.
   */
  async function endUnconfirmed(topic: Topic): Promise<void> {
    try {
      // A dapp that confirms nothing can still be there.
      await sessions.ping({ topic })
      sessions.onHeard(topic)
    } catch (error) {
      if (!(error instanceof RequestExpiredError)) return
      await sessions.disconnect({ topic, reason: reasons.sessionSettlementFailed }).catch(() => {})
    }
  }

  return (topic) => {
    const { promise, resolve, reject } = deferreds.defer<Session>()
    const key = `settlement:${topic}`
    const listeners = [
      emitter.on('sessionAcknowledged', (session) => session.topic === topic && resolve(session)),
      emitter.on('sessionDeleted', (deleted) => {
        if (deleted.topic === topic) reject(new SessionEndedError(deleted.reason ?? reasons.userDisconnected))
      }),
    ]
    const end = () => {
      schedule.cancel(key)
      for (const stopListening of listeners) stopListening()
    }
    promise.then(end, end)
    const dueAt = now() + settleTimeoutMs
    schedule.at(key, dueAt, () => {
      reject(new RequestExpiredError('The dapp did not confirm the session within five minutes.'))
      if (now() - dueAt < lateMs && relay.status() === 'connected') void endUnconfirmed(topic)
    })
    return promise
  }
}
