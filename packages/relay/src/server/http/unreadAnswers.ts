import type { ServerResponse } from 'node:http'
import type { RelayLimits } from '../../limits/limits.ts'

/** Answers over HTTP on their way to clients that may not read them. */
export type UnreadAnswers = {
  /** Tracks an answer. From now on, the client must read it in time, or its connection is closed. */
  add(response: ServerResponse, length: number): void
}

/**
 * Creates a tracker that limits the time of each answer and the memory of all answers together. Over the memory limit, it drops
 * the answer that has waited longest.
 */
export function createUnreadAnswers(limits: Pick<RelayLimits, 'answerMs' | 'answersLength'>): UnreadAnswers {
  const waiting = new Map<ServerResponse, () => void>()
  let sum = 0

  return {
    add(response, length) {
      const end = () => {
        if (!waiting.delete(response)) return
        clearTimeout(timer)
        sum -= length
      }
      const giveUp = () => {
        end()
        response.destroy()
      }
      const timer = setTimeout(giveUp, limits.answerMs)
      waiting.set(response, giveUp)
      sum += length
      response.once('finish', end)
      response.once('close', end)
      for (const giveUpOldest of waiting.values()) {
        if (sum <= limits.answersLength) return
        giveUpOldest()
      }
    },
  }
}
