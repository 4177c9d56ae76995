import { InvalidRequestError } from '../errors.ts'

/**
 * A copy of a caller's value, as JSON writes it. The original may be a framework's proxy or draft, which may change or
 * be revoked before it is sent.
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
