type Stock = ReadonlyMap<string, unknown>

const prototypes = [
  Object,
  Array,
  Function,
  String,
  Promise,
  Map,
  Set,
  RegExp,
  Uint8Array,
  Event,
  EventTarget,
  Response,
]
const owners: readonly (readonly [name: string, owner: object])[] = [
  ['', globalThis],
  ['console.', console],
  ['JSON.', JSON],
  ['Math.', Math],
  ['crypto.', crypto],
  ['crypto.subtle.', crypto.subtle],
  ['process.env.', process.env],
  ['Date.', Date],
  ...prototypes.map((type) => [`${type.name}.prototype.`, type.prototype] as const),
]
/**
 * Node warns when they are read without a file for them, sharp notes where its library is, zod keeps descriptions of its schemas.
 * Vitest keeps its own under the other names.
 */
const left = /^(?:localStorage|sessionStorage|VIPSHOME$|__zod_global|__vitest|__coverage)/

/** Node puts the value in the place of some accessors when they are first read: read those that give one value. */
function readValue(owner: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(owner, key)
  if (property?.get === undefined) return property?.value
  const read = () => (owner === globalThis ? Reflect.get(owner, key) : undefined)
  const value = read()
  return value !== undefined && Object.is(value, read()) ? value : property.get
}

/** The changes that the tests of a file can leave for another: globals, environment, prototypes, listeners, working directory. */
export function takeStock(): Stock {
  const entries = owners.flatMap(([name, owner]) =>
    Object.getOwnPropertyNames(owner)
      .filter((key) => !left.test(key))
      .map((key) => [`${name}${key}`, readValue(owner, key)] as const),
  )
  const listeners = process.eventNames().map((event) => [`listeners of ${String(event)}`, process.listenerCount(event)])
  return new Map([...entries, ...(listeners as [string, number][]), ['process.cwd()', process.cwd()]])
}

/** The names of what differs now. */
export function changesSince(before: Stock): readonly string[] {
  const after = takeStock()
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !Object.is(before.get(key), after.get(key)))
}
