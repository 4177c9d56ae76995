import type { ServerResponse } from 'node:http'
import type { RelayLimits } from '../../limits/limits.ts'

/** Answers over HTTP on their way to clients that may not read them. */
export type UnreadAnswers = {
  /** From now on the client must read the answer in time, or its connection is closed. */
  add(response: ServerResponse, length: number): void
}

/**
 * Answers wait for a limited time, and have a common bound of memory: beyond that, the one that waits longest is given
 * up.
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
