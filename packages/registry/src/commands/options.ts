import { InvalidRegistryOptionError } from '../errors.ts'

/**
 * An option or argument that must be given.
 * @throws InvalidRegistryOptionError
 */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new InvalidRegistryOptionError(`${name} is missing.`)
  return value
}

/**
 * A whole number within bounds.
 * @throws InvalidRegistryOptionError
 */
export function wholeNumber(text: string, name: string, min: number, max: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new InvalidRegistryOptionError(`${name} is a whole number from ${min} to ${max}.`)
}

/**
 * An ed25519 key.
 * @returns 64 hex digits
 * @throws InvalidRegistryOptionError
 */
export function publicKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidRegistryOptionError(
    '--public-key is 64 lowercase hex digits, as hawser-registry keygen prints them.',
  )
}

/**
 * Refuses arguments that nothing asks for.
 * @throws InvalidRegistryOptionError
 */
export function atMost(positionals: readonly string[], count: number): readonly string[] {
  if (positionals.length <= count) return positionals
  throw new InvalidRegistryOptionError(`${positionals.length} arguments are given; ${count} can be used.`)
}
