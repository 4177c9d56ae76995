import { InvalidArgumentError } from './baseError.ts'

/**
 * Looks at an argument that must be a text, of callers without types. Apart from `given.ts`: what every page fetches needs no
 * more.
 * @throws InvalidArgumentError - with the name of the field
 */
export function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new InvalidArgumentError(`\`${name}\` must be: text.`)
}
