import type { ServerResponse } from 'node:http'
import type { RelayLimits } from './limits.ts'

/** Answers over HTTP on their way to clients that may not read them. */
export type UnreadAnswers = {
  /** From now on the answer is to be read: in time, or its connection is closed. */
  add(response: ServerResponse, length: number): void
}

/** Answers wait so long, and take so much memory together: beyond, the one that waits longest is given up. */
export function createUnreadAnswers(limits: Pick<RelayLimits, 'answerMs' | 'answersLength'>): UnreadAnswers {
  const ends = new Map<ServerResponse, () => void>()
  let sum = 0

  return {
    add(response, length) {
      const end = () => {
        if (!ends.delete(response)) return
        clearTimeout(timer)
        sum -= length
      }
      const timer = setTimeout(() => response.destroy(), limits.answerMs)
      ends.set(response, end)
      sum += length
      response.once('finish', end)
      response.once('close', end)
      for (const [oldest, endOldest] of ends) {
        if (sum <= limits.answersLength) return
        endOldest()
        oldest.destroy()
      }
    },
  }
}
