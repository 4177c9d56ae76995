import { createProgress, type Progress } from '../packages/command/src/progress.ts'

/**
 * Creates the progress of a bench's loop on standard error, as long commands show theirs. A bench that prints figures
 * ends it first.
 * @param what - a noun, such as `rounds`
 * @example const progress = createBenchProgress('rounds'); progress.report(3, 7); progress.end()
 */
export function createBenchProgress(what: string): Progress {
  const { stderr } = process
  const columns = stderr.isTTY ? stderr.columns : undefined
  return createProgress({ columns, now: () => performance.now(), fail: (text) => void stderr.write(text) }, what)
}
