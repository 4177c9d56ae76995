import { InvalidArgumentError } from './baseError.ts'

/** Readers of untrusted values: each returns the value as the type it proves, or undefined. */

/** A plain object whose own fields can be read by name. Arrays and null do not count. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Record<string, unknown>
}

/** A field of an object, own properties only, so that `__proto__` and `constructor` read as absent. */
export function field(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return asObject(object) !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A string of at most `maxLength` UTF-16 units. */
export function asString(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.length <= maxLength ? value : undefined
}

/** An array of strings. */
export function asStrings(value: unknown, maxItems: number, maxLength: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxItems) return undefined
  return value.every((item) => asString(item, maxLength) !== undefined) ? (value as string[]) : undefined
}

/** An array of strings, none of them empty. */
export function asTexts(value: unknown, maxItems: number, maxLength: number): readonly string[] | undefined {
  const texts = asStrings(value, maxItems, maxLength)
  return texts?.includes('') ? undefined : texts
}

/** A safe integer within bounds. */
export function asInteger(value: unknown, min: number, max: number): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
    ? (value as number)
    : undefined
}

/**
 * Checks that an argument is a text and not empty, for callers without types. Not in `given.ts`, because the code that every
 * page fetches needs no more than this.
 * @throws InvalidArgumentError - with the name of the field
 */
export function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new InvalidArgumentError(`\`${name}\` must be: text.`)
}
