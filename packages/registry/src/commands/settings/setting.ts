import { InvalidRegistryOptionError } from '../../errors.ts'

/** One option of `hawser-registry serve`: from a flag, an environment variable, or its default. */
export type Setting<Value, Default extends Value | undefined = Value | undefined> = {
  /** Without its dashes. */
  readonly flag: string
  readonly variable: string
  /** Undefined: off; `meaning` explains that. */
  readonly defaultValue: Default
  /** The unit of a number, if it has one. */
  readonly unit: string
  readonly meaning: string
  /** Describes the allowed values, for the error about others. */
  readonly allowed: string
  /** Undefined: not allowed. */
  readonly parse: (text: string) => Value | undefined
  /** A flag that stands alone. */
  readonly isSwitch: boolean
  /** Explains what is wrong with a value, if that is known. */
  readonly explain?: (text: string) => string | undefined
}

const variableOf = (flag: string) => `HAWSER_REGISTRY_${flag.replaceAll('-', '_').toUpperCase()}`
const asFlag = (flag: string) => ({ flag, variable: variableOf(flag), unit: '', isSwitch: false })

export function wholeNumber<Default extends number | undefined>(
  flag: string,
  [min, max]: readonly [number, number],
  defaultValue: Default,
  meaning: string,
  unit = '',
): Setting<number, Default> {
  const parse = (text: string) =>
    /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
  return { ...asFlag(flag), allowed: `a whole number from ${min} to ${max}`, parse, defaultValue, meaning, unit }
}

export function text<Default extends string | undefined>(
  flag: string,
  defaultValue: Default,
  meaning: string,
): Setting<string, Default> {
  return { ...asFlag(flag), allowed: 'a non-empty text', parse: (text) => text || undefined, defaultValue, meaning }
}

export function choice<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  defaultValue: Choice,
  meaning: string,
): Setting<Choice, Choice> {
  const parse = (text: string) => choices.find((choice) => choice === text)
  return { ...asFlag(flag), allowed: `one of ${choices.join(', ')}`, parse, defaultValue, meaning }
}

/** Items between commas. */
export function list(
  flag: string,
  items: { readonly allowed: string; readonly isAllowed: (item: string) => boolean },
  meaning: string,
): Setting<readonly string[], undefined> {
  const parse = (text: string) => {
    const given = text.split(',').map((item) => item.trim())
    return given.every(items.isAllowed) ? given : undefined
  }
  const allowed = `${items.allowed}, separated by commas`
  return { ...asFlag(flag), allowed, parse, defaultValue: undefined, meaning }
}

/** A flag without a value; its variable is `true` or `false`. */
export function yes(flag: string, meaning: string): Setting<boolean, boolean> {
  const parse = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
  return { ...asFlag(flag), allowed: 'true or false', parse, defaultValue: false, meaning, isSwitch: true }
}

/**
 * The value of one setting: from the flag, else the environment, else the default. An empty variable counts as absent.
 * @throws InvalidRegistryOptionError - one line that names the option and what is allowed
 */
export function readSetting<Value>(
  setting: Setting<Value>,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Value | undefined {
  const flag = flags[setting.flag]
  const given = flag === undefined ? environment[setting.variable] || undefined : String(flag)
  if (given === undefined) return setting.defaultValue
  const value = setting.parse(given)
  if (value !== undefined) return value
  const name = flag === undefined ? setting.variable : `--${setting.flag}`
  const why = setting.explain?.(given)
  const said = `${name} must be ${setting.allowed}${why === undefined ? '' : `: ${why}`}.`
  throw new InvalidRegistryOptionError(`${said} See hawser-registry serve --help.`)
}
