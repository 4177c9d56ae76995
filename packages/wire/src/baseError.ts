/**
 * Where the pages of `docs/errors` are published, `<code>` behind it. Until they are, it is a name that is reserved
 * (RFC 2606), so that no link leads to a stranger's. A test compares it with that in react/src/errors.ts.
 */
const docsBase = 'https://hawser.example/errors/'

/**
 * The root of every Hawser error. `code` is the contract: snake_case, never renumbered, never reused.
 * `message` is help for a person and may change.
 * @example if (error instanceof BaseError && error.code === 'relay_unreachable') showOffline()
 */
export abstract class BaseError extends Error {
  abstract readonly code: string

  /** The code as a name, `page_outdated` as `PageOutdatedError`: the class's own name does not survive a minifier. */
  override get name(): string {
    return `${this.code.replace(/(^|_)./g, (part) => part.slice(-1).toUpperCase())}Error`
  }

  /** The address of its page: the event, the cause and the remedy. */
  get docsUrl(): string {
    return docsBase + this.code
  }

  /** Keeps name and message in JSON, which drops both by itself. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

/**
 * The codes of the error classes of a module, as a union. A class without a code of its own, a root of others, adds none. The template
 * keeps them literal: as they are declared, each would become `string` where a type is inferred of it.
 */
export type CodesOf<Module> = {
  [Name in keyof Module]: Module[Name] extends abstract new (
    ...args: never[]
  ) => { readonly code: infer Code extends string }
    ? string extends Code
      ? never
      : `${Code}`
    : never
}[keyof Module]

/** A function was called with something else than it takes, by code without types. Its message names the field. */
export class InvalidArgumentError extends BaseError {
  readonly code = 'invalid_argument'
}
