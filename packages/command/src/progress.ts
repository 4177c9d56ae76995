import type { CommandWorld } from './command.ts'

/** Reports the progress of a long command. */
export type Progress = {
  /** `total` is undefined if the amount is not known. */
  report(done: number, total: number | undefined): void
  /** Removes the line from a terminal: the next output takes its place. */
  end(): void
}

/**
 * Creates a progress line on standard error. On a terminal it is one line that updates. In a pipe it is a line every five
 * seconds, so that a log shows that the command still runs.
 * @param what - a noun, such as `icons`
 * @param everyMs - the least time between two lines. 0 shows every report, for a few long steps
 * @example const progress = createProgress(world, 'icons'); progress.report(3, 40); progress.end()
 */
export function createProgress(
  world: Pick<CommandWorld, 'fail' | 'now' | 'columns'>,
  what: string,
  everyMs: number = world.columns === undefined ? 5_000 : 100,
): Progress {
  const { fail, now, columns } = world
  const isTerminal = columns !== undefined
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : now()
  let isShown = false
  return {
    report(done, total) {
      // In a pipe, the command's result reports the end.
      const isDue = now() - shownAt >= everyMs || (isTerminal && done === total)
      if (!isDue) return
      shownAt = now()
      isShown = true
      const text = total === undefined ? `${what}: ${done}` : `${what}: ${done} of ${total}`
      // The carriage return goes to the line's start, and the sequence clears the line.
      fail(columns === undefined ? `${text}\n` : `\r\u001B[K${columns === 0 ? text : text.slice(0, columns - 1)}`)
    },
    end() {
      if (isShown && isTerminal) fail('\r\u001B[K')
      isShown = false
    },
  }
}
