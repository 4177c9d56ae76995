import { InvalidArgumentError } from './baseError.ts'

const isText = (value: unknown) => typeof value === 'string' && value !== ''

/** The kinds of arguments, in the words of the error. They are few and short because browsers load them. */
const kinds = {
  text: isText,
  string: (value: unknown) => value === '' || isText(value),
  number: Number.isFinite,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  texts: (value: unknown) => Array.isArray(value) && value.every(isText),
  bytes: (value: unknown) => value instanceof Uint8Array,
} as const

type Kind = keyof typeof kinds
/** The kinds of an argument's fields. A field whose kind ends in "?" may be undefined. */
type Shape = { readonly [name: string]: Kind | `${Kind}?` | Shape }

/**
 * Checks an argument of a public function before its use. `undefined` or `[object Object]` must not end up in a text that a
 * person signs, nor a bare TypeError in a log.
 * @throws InvalidArgumentError - with the name of the field
 * @example given('pairing', pairing, { topic: 'text', expiresAt: 'number?' })
 */
export function given(name: string, value: unknown, shape: Shape[string]): void {
  const kind = typeof shape === 'string' ? shape : 'object'
  const isOptional = kind.endsWith('?')
  const bare = (isOptional ? kind.slice(0, -1) : kind) as Kind
  if (!(kinds[bare](value) || (isOptional && value === undefined)))
    throw new InvalidArgumentError(`\`${name}\` must be: ${bare}.`)
  if (typeof shape !== 'string')
    for (const key in shape) given(key, (value as Record<string, unknown>)[key], shape[key] ?? 'object')
}
