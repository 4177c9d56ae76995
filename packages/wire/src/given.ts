import { InvalidArgumentError } from './baseError.ts'
import { asObject } from './read.ts'

const kinds = {
  text: ['a text that is not empty', (value: unknown) => typeof value === 'string' && value !== ''],
  string: ['a text', (value: unknown) => typeof value === 'string'],
  number: ['a number', (value: unknown) => Number.isFinite(value)],
  object: ['an object', (value: unknown) => asObject(value) !== undefined],
  list: ['a list', Array.isArray],
  texts: [
    'a list of texts',
    (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== ''),
  ],
  bytes: ['a Uint8Array', (value: unknown) => value instanceof Uint8Array],
  function: ['a function', (value: unknown) => typeof value === 'function'],
} as const

type Kind = keyof typeof kinds
/** What the fields of an argument are: those whose kind ends in "?" may be undefined. */
export type Shape = { readonly [name: string]: Kind | `${Kind}?` | Shape }

/**
 * Looks at an argument of a public function before it is used: `undefined` or `[object Object]` must not end up in a text that
 * somebody signs, nor a bare TypeError in somebody's log.
 * @throws InvalidArgumentError - with the name of the field
 * @example given('pairing', pairing, { topic: 'text', expiresAt: 'number?' })
 */
export function given(name: string, value: unknown, shape: Shape[string]): void {
  if (typeof shape !== 'string') {
    given(name, value, 'object')
    for (const [key, inner] of Object.entries(shape)) given(key, (value as Record<string, unknown>)[key], inner)
    return
  }
  const [words, fits] = kinds[shape.replace('?', '') as Kind]
  if (fits(value) || (value === undefined && shape.endsWith('?'))) return
  throw new InvalidArgumentError(`\`${name}\` must be ${words}.`)
}
