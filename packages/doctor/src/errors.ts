import { BaseError } from '@hawser/wire'

/** The words behind `hawser-doctor` are not understood. */
export class InvalidCommandError extends BaseError {
  readonly code = 'invalid_command'
}
