import { BaseError } from '@hawser/wire'

/** The arguments of `hawser-doctor` are not valid. */
export class InvalidCommandError extends BaseError {
  readonly code = 'invalid_command'
}
