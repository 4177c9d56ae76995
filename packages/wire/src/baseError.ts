/**
 * The base address of the pages of `docs/errors`; `<code>` follows it. Until the pages are published it is a reserved name (RFC
 * 2606), so that no link leads to a stranger's site. A test compares it with the address in react/src/errors.ts.
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

  /** The address of the error's page, which explains the event, the cause and the remedy. */
  get docsUrl(): string {
    return docsBase + this.code
  }

  /** Adds name and message to the JSON, because `JSON.stringify` alone drops both. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

/**
 * The union of the codes of a module's error classes. A class without a code of its own, such as a base class, adds nothing.
 * The template keeps the codes literal: without it, each would become `string` where its type is inferred.
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

/** A caller without types passed a wrong argument to a function. The message names the field. */
export class InvalidArgumentError extends BaseError {
  readonly code = 'invalid_argument'
}
