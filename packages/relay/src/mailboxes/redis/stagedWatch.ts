import type { Topic } from '@hawser/wire'
import { commitMs } from './redisDecisions.ts'

/**
 * Makes sure that the staged messages of a put over several slots are stored or dropped, whatever happened to its
 * relay.
 */
export type StagedWatch = {
  /** Something was staged on a topic. */
  add(topic: Topic): void
  close(): void
}

/** @param end - stores or drops the staged messages of a topic; true: check it again later */
export function createStagedWatch(end: (topic: Topic) => Promise<boolean>): StagedWatch {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const add = (topic: Topic) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      end(topic).then(
        (isEarly) => isEarly && add(topic),
        () => add(topic),
      )
    }, commitMs + 100)
    timer.unref()
    timers.add(timer)
  }
  return {
    add,
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
