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
 * Globals that the check ignores. Node warns when a storage is read without a file for it, sharp records where its library is,
 * and zod keeps descriptions of its schemas. Vitest keeps its state under the other names.
 */
const left = /^(?:localStorage|sessionStorage|VIPSHOME$|__zod_global|__vitest|__coverage)/

/**
 * Reads a property. Node replaces some accessors with their value on the first read, so an accessor that gives the same value
 * twice counts as that value.
 */
function readValue(owner: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(owner, key)
  if (property?.get === undefined) return property?.value
  const read = () => (owner === globalThis ? Reflect.get(owner, key) : undefined)
  const value = read()
  return value !== undefined && Object.is(value, read()) ? value : property.get
}

/**
 * Records everything that the tests of a file can leave changed: globals, environment, prototypes, listeners, working
 * directory.
 */
export function takeStock(): Stock {
  const entries = owners.flatMap(([name, owner]) =>
    Object.getOwnPropertyNames(owner)
      .filter((key) => !left.test(key))
      .map((key) => [`${name}${key}`, readValue(owner, key)] as const),
  )
  const listeners = process.eventNames().map((event) => [`listeners of ${String(event)}`, process.listenerCount(event)])
  return new Map([...entries, ...(listeners as [string, number][]), ['process.cwd()', process.cwd()]])
}

/** The names of the entries that have changed since `before`. */
export function changesSince(before: Stock): readonly string[] {
  const after = takeStock()
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !Object.is(before.get(key), after.get(key)))
}
