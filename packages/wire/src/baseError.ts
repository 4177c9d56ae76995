/**
 * The root of every Hawser error. `code` is the contract: snake_case, never renumbered, never reused.
 * `message` is help for a person and may change.
 */
export abstract class BaseError extends Error {
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }

  /** The page that says what happened, why, and what to do, from the root of the documentation's repository. */
  get docsUrl(): string {
    return `docs/errors/${this.code}.md`
  }
}

/** A function was called with something else than it takes, by code without types. Its message names the field. */
export class InvalidArgumentError extends BaseError {
  readonly code = 'invalid_argument'
}
