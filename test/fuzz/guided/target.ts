/** A reader that strangers' texts reach, and what must hold of whatever it makes of them. */
export type Target = {
  /** Its seed corpus is `corpus/<name>.json`. */
  readonly name: string
  /** How many times slower than the quickest targets it is: by day it is tried that much less often. */
  readonly cost: number
  /** Throws at a broken property. An input that the reader refuses by its own error is no fault. */
  run(input: string): void
}

/** Something that must hold did not. */
export class BrokenPromise extends Error {}

/** @throws BrokenPromise */
export function mustHold(isTrue: boolean, what: string): void {
  if (!isTrue) throw new BrokenPromise(what)
}

type ErrorClass = abstract new (...given: never[]) => Error

/**
 * A reader's value for an input, or undefined where it refuses it in its own way: any other error is a fault, and so is a message
 * that repeats much of the input.
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

/** JSON as it comes from a stranger; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
