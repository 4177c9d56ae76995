/** A parser that untrusted text reaches, and the properties that its result must have. */
export type Target = {
  /** Its seed corpus is `corpus/<name>.json`. */
  readonly name: string
  /** How many times slower the target is than the quickest ones. By day it runs that much less often. */
  readonly cost: number
  /** Throws when a property is broken. A refusal by the reader's own error is no fault. */
  run(input: string): void
}

/** A required property is broken. */
export class BrokenPromise extends Error {}

/** @throws BrokenPromise */
export function mustHold(isTrue: boolean, what: string): void {
  if (!isTrue) throw new BrokenPromise(what)
}

type ErrorClass = abstract new (...given: never[]) => Error

/**
 * Returns a reader's value for an input, or undefined when the reader refuses the input with its own error. Any other error is
 * a fault, and so is a message that repeats much of the input.
 */
export function readOrRefuse<Value>(read: () => Value, ...refusals: readonly ErrorClass[]): Value | undefined {
  try {
    return read()
  } catch (error) {
    const own = refusals.some((refusal) => error instanceof refusal)
    if (!own) throw error
    mustHold((error as Error).message.length <= 400, 'a refusal is a sentence')
    return undefined
  }
}

/** Parses untrusted JSON; returns undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
