import { nearestName } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../errors.ts'

/**
 * The error of `parseArgs` in one line, with the option that was probably meant. Every other error stays unchanged.
 * @param names - of all options, without dashes
 * @param command - whose `--help` says more
 */
export function explainOption(error: unknown, names: Iterable<string>, command: string): unknown {
  const isOfOptions = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  if (!isOfOptions) return error
  const [line = ''] = error.message.split('\n', 1)
  const [, unknown] = /^Unknown option '--([^']{1,100})'/.exec(line) ?? []
  const meant = unknown === undefined ? undefined : nearestName(unknown, names)
  const said =
    meant === undefined ? `${line.replace(/\.$/, '')}.` : `Unknown option '--${unknown}'. Did you mean --${meant}?`
  return new InvalidRegistryOptionError(`${said} See hawser-registry ${command} --help.`, { cause: error })
}

/**
 * An option or argument that is required.
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
  throw new InvalidRegistryOptionError(`${name} must be a whole number from ${min} to ${max}.`)
}

/**
 * An ed25519 key.
 * @returns 64 hex digits
 * @throws InvalidRegistryOptionError
 */
export function publicKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidRegistryOptionError(
    '--public-key must be 64 lowercase hex digits, as hawser-registry keygen prints them.',
  )
}

/**
 * Refuses surplus arguments.
 * @throws InvalidRegistryOptionError
 */
export function atMost(positionals: readonly string[], count: number): readonly string[] {
  if (positionals.length <= count) return positionals
  throw new InvalidRegistryOptionError(`${positionals.length} arguments are given; at most ${count} can be used.`)
}
