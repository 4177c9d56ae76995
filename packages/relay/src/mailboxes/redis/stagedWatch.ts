import type { Topic } from '@hawser/wire'
import { commitMs } from './redisDecisions.ts'

/** Sees to it that what a put over several slots has staged is stored or dropped, whatever became of who began it. */
export type StagedWatch = {
  /** Something was staged on a topic. */
  add(topic: Topic): void
  close(): void
}

/** @param end - stores or drops what is staged on a topic; true: some of it is still to be looked at again */
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
