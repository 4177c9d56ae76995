/** Where a value was given. */
export type Source = 'flag' | 'variable'

/** One setting of a command: a flag, an environment variable, or its default. */
export type Setting<Value, Default extends Value | undefined = Value | undefined> = {
  /** The name of the flag without its dashes. The name of the variable follows from it. */
  readonly name: string
  /** A secret has no flag: other users of the machine see the flags of a process. */
  readonly isSecret: boolean
  /** Undefined if the setting is off or found out at start; `meaning` says which. */
  readonly defaultValue: Default | undefined
  readonly isRequired: boolean
  /** The word after the flag in the help. Empty for a flag without a value. */
  readonly placeholder: string
  /** The unit of a number, if it has one. */
  readonly unit: string
  readonly meaning: string
  /** Why an operator sets it, for the table in the docs. */
  readonly reason: string
  /** The allowed values, for the sentence that refuses another. */
  readonly allowed: string
  /** Returns undefined for a value that is not allowed. */
  readonly parse: (text: string, source: Source) => Value | undefined
  /** Explains why a value is not allowed. The explanation is shown, so the value must not be secret. */
  readonly explain?: ((text: string) => string | undefined) | undefined
  /** Whether the flag can be repeated; commas join its values. */
  readonly isList: boolean
}

/** The settings of a command, by the name they have in code. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>

/** The value of each setting; undefined if it is neither given nor has a default. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value, infer Default> ? Value | Default : never
}

type About<Default> = {
  readonly meaning: string
  readonly reason?: string
  readonly default?: Default
  readonly explain?: (text: string) => string | undefined
}

function described<Default>(name: string, about: About<Default>) {
  const { meaning, reason = '', default: defaultValue, explain } = about
  const plain = { isSecret: false, isRequired: false, isList: false, unit: '' }
  return { name, meaning, reason, defaultValue, explain, ...plain }
}

/**
 * A whole number within bounds.
 * @example wholeNumber('port', { range: [0, 65_535], default: 4402, meaning: 'port to listen on' })
 */
export function wholeNumber<Default extends number | undefined = undefined>(
  name: string,
  about: About<Default> & { readonly range: readonly [number, number]; readonly unit?: string },
): Setting<number, Default> {
  const [min, max] = about.range
  const parse = (text: string) =>
    /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
  const allowed = `a whole number from ${min} to ${max}`
  return { ...described(name, about), unit: about.unit ?? '', placeholder: 'N', allowed, parse }
}

/** The allowed texts. Default: any text that is not empty. */
type Form<Value> = {
  readonly placeholder?: string
  readonly allowed?: string
  readonly parse?: (text: string, source: Source) => Value | undefined
}

/**
 * A text that is not empty.
 * @example text('data', { placeholder: 'DIR', default: '.hawser', meaning: 'folder of the databases' })
 */
export function text<Default extends string | undefined = undefined>(
  name: string,
  about: About<Default> & Form<string>,
): Setting<string, Default> {
  const { placeholder = 'TEXT', allowed = 'not empty', parse = (given) => given || undefined } = about
  return { ...described(name, about), placeholder, allowed, parse }
}

/**
 * One of a few words.
 * @example choice('log-level', { choices: ['info', 'warn'], default: 'info', meaning: 'the lowest level that is logged' })
 */
export function choice<const Choice extends string, const Default extends Choice | undefined = undefined>(
  name: string,
  about: About<Default> & { readonly choices: readonly Choice[] },
): Setting<Choice, Default> {
  const { choices } = about
  const parse = (given: string) => choices.find((each) => each === given)
  return { ...described(name, about), placeholder: 'WORD', allowed: `one of ${choices.join(', ')}`, parse }
}

/**
 * A list of items, separated by commas; the flag can be repeated. One comma at the end adds no item.
 * @example list('origins', { placeholder: 'LIST', allowed: 'origins', parseItem: parseOrigin, meaning: 'pages that may' })
 */
export function list<Item = string>(
  name: string,
  about: Omit<About<undefined>, 'default'> & {
    readonly placeholder?: string
    readonly allowed?: string
    /** Returns an item in its usual spelling, or undefined if it is not allowed. Default: any text that is not empty. */
    readonly parseItem?: (item: string, source: Source) => Item | undefined
    readonly explainItem?: (item: string) => string | undefined
  },
): Setting<readonly Item[], undefined>
export function list(
  name: string,
  about: Omit<About<undefined>, 'default'> & {
    readonly placeholder?: string
    readonly allowed?: string
    readonly parseItem?: (item: string, source: Source) => unknown
    readonly explainItem?: (item: string) => string | undefined
  },
): Setting<readonly unknown[], undefined> {
  const { parseItem = (item: string) => item || undefined, explainItem, placeholder = 'LIST' } = about
  const split = (given: string) =>
    given
      .replace(/,\s*$/, '')
      .split(',')
      .map((item) => item.trim())
  const parse = (given: string, source: Source) => {
    const items = split(given).map((item) => parseItem(item, source))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  const explain = (given: string) => {
    const wrong = split(given).find((item) => parseItem(item, 'variable') === undefined)
    return wrong === undefined ? undefined : explainItem?.(wrong)
  }
  const allowed = `${about.allowed ?? 'words'}, separated by commas`
  return { ...described<undefined>(name, about), placeholder, allowed, parse, explain, isList: true }
}

/**
 * A flag without a value; its variable is `true` or `false`.
 * @example toggle('json', { meaning: 'prints JSON' })
 */
export function toggle(name: string, about: Omit<About<boolean>, 'default'>): Setting<boolean, boolean> {
  const parse = (given: string) => (given === 'true' ? true : given === 'false' ? false : undefined)
  return { ...described(name, { ...about, default: false }), placeholder: '', allowed: 'true or false', parse }
}

/**
 * Makes a setting required.
 * @example required(text('out', { placeholder: 'DIR', meaning: 'where the bundle goes' }))
 */
export function required<Value>(setting: Setting<Value, undefined>): Setting<Value, never> {
  return { ...setting, defaultValue: undefined, isRequired: true }
}

/**
 * Makes a setting secret: it has a variable and no flag.
 * @example secret(text('postgres-url', { meaning: 'a store in PostgreSQL' }))
 */
export function secret<Value, Default extends Value | undefined>(
  setting: Setting<Value, Default>,
): Setting<Value, Default> {
  return { ...setting, isSecret: true }
}
