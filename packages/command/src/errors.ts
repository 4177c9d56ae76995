import { BaseError } from '@hawser/wire'

/**
 * A command line or the environment contains something that a command cannot use. `problems` names every fault, never a value.
 */
export class InvalidCommandError extends BaseError {
  readonly code = 'invalid_command'
  /** One sentence for each problem. */
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const all = typeof problems === 'string' ? [problems] : problems
    super(all.join('\n'), options)
    this.problems = all
  }
}
