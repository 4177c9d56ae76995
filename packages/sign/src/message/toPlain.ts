import { InvalidRequestError } from '../errors.ts'

/**
 * A copy of what a caller hands over, as JSON says it. It may be a proxy or a draft of a framework, which is another or gone by the
 * time it is sent.
 * @throws InvalidRequestError - it cannot be written as JSON
 */
export function toPlain<T>(value: T, name: string): T {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw new InvalidRequestError(`${name} must be JSON, which has no BigInt.`, {
      cause,
    })
  }
  return text === undefined ? value : JSON.parse(text)
}
