import { InvalidRelayOptionError } from '../errors.ts'

/** One option of `hawser-relay`: from a flag, an environment variable, or its default. */
export type Setting<Value, Default extends Value | undefined = Value | undefined> = {
  /** Without its dashes. Undefined: a secret, which no command line may contain. */
  readonly flag: string | undefined
  readonly variable: string
  /** Undefined: off, or determined at start; `meaning` says which. */
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
  /** Explains what is wrong with a value, if that is known and not secret. */
  readonly explain?: (text: string) => string | undefined
}

const variableOf = (flag: string) => `HAWSER_RELAY_${flag.replaceAll('-', '_').toUpperCase()}`
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

/** The allowed items of a list. */
type Items = {
  readonly allowed: string
  /** An item in its usual spelling; undefined: not allowed. */
  readonly parse: (item: string) => string | undefined
  /** As in `Setting`, of one item. */
  readonly explain?: (item: string) => string
}

/** Items between commas. One comma at the end is no item. */
export function list(flag: string, items: Items, meaning: string): Setting<readonly string[], undefined> {
  const split = (text: string) =>
    text
      .replace(/,\s*$/, '')
      .split(',')
      .map((item) => item.trim())
  const parse = (text: string) => {
    const given = split(text).map(items.parse)
    return given.every((item) => item !== undefined) ? given : undefined
  }
  const explain = (text: string) => {
    const wrong = split(text).find((item) => items.parse(item) === undefined)
    return wrong === undefined ? undefined : items.explain?.(wrong)
  }
  const allowed = `${items.allowed}, separated by commas`
  return { ...asFlag(flag), allowed, parse, explain, defaultValue: undefined, meaning }
}

/** A flag without a value; its variable is `true` or `false`. */
export function yes(flag: string, meaning: string): Setting<boolean, boolean> {
  const parse = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
  return { ...asFlag(flag), allowed: 'true or false', parse, defaultValue: false, meaning, isSwitch: true }
}

/**
 * The value of one setting: from the flag, else the environment, else the default. An empty variable counts as absent.
 * @throws InvalidRelayOptionError - one line that names the option and what is allowed; the value only if `explain`
 * shows it, because others may be secret
 */
export function readSetting<Value>(
  setting: Setting<Value>,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Value | undefined {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag]
  const given = flag === undefined ? environment[setting.variable] || undefined : String(flag)
  if (given === undefined) return setting.defaultValue
  const value = setting.parse(given)
  if (value !== undefined) return value
  const name = flag === undefined ? setting.variable : `--${setting.flag}`
  const why = setting.explain?.(given)
  throw new InvalidRelayOptionError(
    `${name} must be ${setting.allowed}${why === undefined ? '' : `: ${why}`}. See --help.`,
  )
}
