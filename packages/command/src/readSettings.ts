import { parseArgs } from 'node:util'
import { nearestName } from '@hawser/wire/internal'
import { InvalidCommandError } from './errors.ts'
import type { Setting, SettingTable, Source, ValuesOf } from './setting.ts'

/** A command line that was read: the value of each setting, and the words that are not options. */
export type ParsedSettings<Table extends SettingTable> = {
  readonly values: ValuesOf<Table>
  readonly words: readonly string[]
}

/** The words of a command besides its options, such as `OLD NEW`, and how many there can be. */
export type Words = { readonly usage: string; readonly count: readonly [least: number, most: number] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a command line and the environment: a flag wins over its variable, and an empty variable counts as not set.
 * @param options - `args` without program and script. `prefix`: how variables begin. `words`: the words besides options
 * @throws InvalidCommandError - names every problem at once, and no value: values can be secret
 * @example readSettings(settings, { args: process.argv.slice(2), environment: process.env, prefix: 'HAWSER_RELAY_' })
 */
export function readSettings<Table extends SettingTable>(
  table: Table,
  options: {
    readonly args: readonly string[]
    readonly environment?: Environment
    readonly prefix?: string | undefined
    readonly words?: Words | undefined
  },
): ParsedSettings<Table> {
  const { args, environment = {}, prefix, words: bounds = { usage: '', count: [0, 0] } } = options
  const problems: string[] = []
  const { flags, words } = readFlags(table, args, bounds, problems)
  if (prefix !== undefined) refuseMistyped(table, environment, prefix, problems)
  const entries = Object.entries<Setting<unknown>>(table).map(([key, setting]) => {
    return [key, readSetting(setting, { flags, environment, prefix }, problems)]
  })
  if (problems.length > 0) throw new InvalidCommandError(problems)
  // The table says which type each name has, and `readSetting` returns what its parser made.
  return { values: Object.fromEntries(entries) as ValuesOf<Table>, words }
}

/** The environment variable of a setting. */
export function variableOf(prefix: string, name: string): string {
  return prefix + name.replaceAll('-', '_').toUpperCase()
}

function readFlags(
  table: SettingTable,
  args: readonly string[],
  { usage, count: [least, most] }: Words,
  problems: string[],
): { readonly flags: ReadonlyMap<string, string>; readonly words: readonly string[] } {
  const known = new Map(Object.values(table).flatMap((each) => (each.isSecret ? [] : [[each.name, each] as const])))
  const types = [...known.values()].map(({ name, placeholder }) => {
    return [name, { type: placeholder === '' ? 'boolean' : 'string', multiple: true }] as const
  })
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const flags = new Map<string, string>()
  const words: string[] = []
  let isUnknown = false
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const setting = known.get(token.name)
    if (setting === undefined) {
      isUnknown = true
      problems.push(explainUnknown(token.name, known.keys()))
    } else {
      const value = setting.placeholder === '' ? readSwitch(token) : readValue(token)
      const before = flags.get(token.name)
      if (value === undefined) problems.push(explainValue(setting))
      else flags.set(token.name, setting.isList && before !== undefined ? `${before},${value}` : value)
    }
  }
  // The word after an unknown option can be its value.
  if (!isUnknown && words.length > most) problems.push(explainWords(words.length, most))
  if (!isUnknown && words.length < least) problems.push(`${usage.split(' ')[words.length]} is missing.`)
  return { flags, words }
}

type OptionToken = { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }

function readSwitch({ value }: OptionToken): string | undefined {
  return value === undefined ? 'true' : undefined
}

/** `--port --host` does not set the port. */
function readValue({ value, inlineValue }: OptionToken): string | undefined {
  return value === undefined || (inlineValue === false && value.startsWith('-')) ? undefined : value
}

function explainValue({ name, placeholder }: Setting<unknown>): string {
  return placeholder === '' ? `--${name} takes no value.` : `--${name} needs a value.`
}

function explainUnknown(name: string, known: Iterable<string>): string {
  // A text that is not a name can be anything, such as an address with a password.
  if (!/^[a-z][a-z0-9-]{0,40}$/i.test(name)) return 'An option is unknown.'
  const meant = nearestName(name, known)
  return `--${name} is not an option.${meant === undefined ? '' : ` Did you mean --${meant}?`}`
}

function explainWords(given: number, most: number): string {
  const excess = given - most
  const words = `${excess} word${excess === 1 ? ' is' : 's are'} too many`
  return most === 0 ? `${words}: this command takes options only.` : `${words}: this command takes ${most} at most.`
}

/** Kubernetes sets these in every container for a service, such as one named hawser-relay. */
const serviceLinks = /^(SERVICE_|PORT_\d)/

/** Refuses a variable that is nearly one of ours, or was one: the operator believes that it works. */
function refuseMistyped(table: SettingTable, environment: Environment, prefix: string, problems: string[]): void {
  const known = Object.values(table).map(({ name }) => variableOf('', name))
  for (const variable of Object.keys(environment)) {
    const name = variable.slice(prefix.length)
    if (!variable.startsWith(prefix) || known.includes(name) || serviceLinks.test(name)) continue
    const meant = nearestName(name, known)
    if (meant !== undefined) problems.push(`${variable} is not a setting. Did you mean ${prefix}${meant}?`)
    else if (name.startsWith('MAX_')) problems.push(`${variable} is not a setting.`)
  }
}

type Places = {
  readonly flags: ReadonlyMap<string, string>
  readonly environment: Environment
  readonly prefix: string | undefined
}

function readSetting(setting: Setting<unknown>, { flags, environment, prefix }: Places, problems: string[]): unknown {
  const { name, defaultValue, isRequired } = setting
  const variable = prefix === undefined ? undefined : variableOf(prefix, name)
  const flag = flags.get(name)
  const given = flag ?? (variable === undefined ? undefined : environment[variable] || undefined)
  if (given === undefined) {
    if (isRequired) problems.push(`${setting.isSecret ? variable : `--${name}`} is missing.`)
    return defaultValue
  }
  const source: Source = flag === undefined ? 'variable' : 'flag'
  const value = setting.parse(given, source)
  if (value !== undefined) return value
  const why = setting.explain?.(given)
  const place = source === 'flag' ? `--${name}` : variable
  problems.push(`${place} must be ${setting.allowed}${why === undefined ? '' : `: ${why}`}.`)
  return defaultValue
}
