import { BaseError } from '@hawser/wire'
import { InvalidCommandError } from './errors.ts'

/**
 * Runs some work and reports its failure on standard error: in one line, or in a line for each problem of a command line.
 * @returns the exit code
 */
export async function reportFailure(
  path: string,
  world: { fail(text: string): void },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidCommandError)) {
      world.fail(`${path}: ${formatFailure(error)}\n`)
      return 1
    }
    const lines = error.problems.map((problem) => `${path}: ${problem}`)
    world.fail(`${lines.join('\n')} See ${path} --help.\n`)
    return 2
  }
}

/** One line: the failure, and its reason if one of our errors lies beneath. */
function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const [line = ''] = error.message.split('\n')
  return error instanceof BaseError && error.cause instanceof BaseError ? `${line} ${formatFailure(error.cause)}` : line
}
