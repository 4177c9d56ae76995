import { pause } from './wait.ts'

/**
 * Polls each address ten times a second: a process that does not answer at once is busy with something else.
 * @returns `stop` returns how long each answer took, in milliseconds
 */
export function startHealthWatch(urls: readonly string[]): { stop(): readonly number[] } {
  const took: number[] = []
  let isStopped = false
  const watch = async (url: string) => {
    while (!isStopped) {
      const startedAt = performance.now()
      const response = await fetch(url).catch(() => undefined)
      await response?.arrayBuffer()
      took.push(performance.now() - startedAt)
      await pause(100)
    }
  }
  for (const url of urls) void watch(url)
  return {
    stop() {
      isStopped = true
      return took
    },
  }
}
