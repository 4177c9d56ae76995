// Test support. The ending keeps it out of the build.
import type { Schema } from './openApiSchemas.ts'

/**
 * Lists the places where a value breaks a JSON Schema. Supports only the keywords of this API's schemas, and throws at any
 * other.
 */
export function checkSchema(
  schema: Schema,
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  at = '',
): string[] {
  return Object.entries(schema).flatMap(([word, given]) => {
    const check = checks[word]
    if (check === undefined) throw new Error(`The check of schemas does not know "${word}".`)
    return check({ given, value, schema, schemas, at })
  })
}

type Check = (asked: {
  readonly given: unknown
  readonly value: unknown
  readonly schema: Schema
  readonly schemas: Readonly<Record<string, Schema>>
  readonly at: string
}) => string[]

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemaOf = (value: unknown): Schema => {
  if (!isSchema(value)) throw new Error('This is no schema.')
  return value
}
const say = (isRight: boolean, at: string, what: string): string[] => (isRight ? [] : [`${at || 'it'} ${what}`])
const number = (given: unknown): number => (typeof given === 'number' ? given : Number.NaN)
const list = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : [given])

function typeOf(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

const checks: Readonly<Record<string, Check>> = {
  description: () => [],
  type: ({ given, value, at }) =>
    say(
      typeOf(value).some((type) => list(given).includes(type)),
      at,
      `is no ${given}`,
    ),
  const: ({ given, value, at }) => say(value === given, at, `is not ${given}`),
  enum: ({ given, value, at }) => say(list(given).includes(value), at, 'is none of those named'),
  pattern: ({ given, value, at }) =>
    say(typeof value !== 'string' || new RegExp(String(given), 'u').test(value), at, 'does not match'),
  minLength: ({ given, value, at }) =>
    say(typeof value !== 'string' || value.length >= number(given), at, 'is too short'),
  maxLength: ({ given, value, at }) =>
    say(typeof value !== 'string' || value.length <= number(given), at, 'is too long'),
  minimum: ({ given, value, at }) => say(typeof value !== 'number' || value >= number(given), at, 'is too small'),
  maximum: ({ given, value, at }) => say(typeof value !== 'number' || value <= number(given), at, 'is too large'),
  minItems: ({ given, value, at }) =>
    say(!Array.isArray(value) || value.length >= number(given), at, 'has too few items'),
  maxItems: ({ given, value, at }) =>
    say(!Array.isArray(value) || value.length <= number(given), at, 'has too many items'),
  items: ({ given, value, schemas, at }) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => checkSchema(schemaOf(given), item, schemas, `${at}[${index}]`))
      : [],
  required: ({ given, value, at }) =>
    list(given).flatMap((name) => say(isSchema(value) && Object.hasOwn(value, String(name)), at, `has no ${name}`)),
  properties: ({ given, value, schemas, at }) =>
    isSchema(value)
      ? Object.entries(schemaOf(given)).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? checkSchema(schemaOf(schema), value[name], schemas, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: ({ value, schema, at }) =>
    isSchema(value)
      ? Object.keys(value).flatMap((name) =>
          say(Object.hasOwn(schemaOf(schema.properties), name), at, `has ${name} besides`),
        )
      : [],
  oneOf: ({ given, value, schemas, at }) => {
    const fitting = list(given).filter((each) => checkSchema(schemaOf(each), value, schemas, at).length === 0)
    return say(fitting.length === 1, at, `fits ${fitting.length} of those of which it is one`)
  },
  $ref: ({ given, value, schemas, at }) =>
    checkSchema(schemaOf(schemas[String(given).replace('#/components/schemas/', '')]), value, schemas, at),
}
