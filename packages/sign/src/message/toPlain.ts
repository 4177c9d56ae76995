import { InvalidRequestError } from '../errors.ts'

/**
 * Copies a caller's value through JSON. The original can be a framework's proxy or draft, which can change or be
 * revoked before the client sends it.
 * @throws InvalidRequestError - the value cannot be written as JSON
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
