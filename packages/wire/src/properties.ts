import { isChainId, isNamespace, namespaceOf } from './caip.ts'
import { InvalidNamespacesError } from './errors.ts'
import { asObject, field } from './read.ts'
import type { Reason } from './reasons.ts'

/** JSON values by name, for each namespace or chain id. */
export type ScopedProperties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What stands beside the namespaces of a proposal or a session. Its meaning is up to the two peers. */
export type Properties = {
  readonly sessionProperties?: Readonly<Record<string, string>>
  /** Keys are namespaces the proposal asks for or the session has, or chains of them. */
  readonly scopedProperties?: ScopedProperties
}

// Of both together, in UTF-16 units: they are kept with the session, in a storage that is small.
const maxLength = 16_384

/**
 * Reads the properties of a proposal or a session. What has another form, stands under a namespace that is none of
 * `namespaces`, or finds no room any more is left out: nothing depends on it. Without `namespaces` all are taken.
 */
export function parseProperties(
  params: Readonly<Record<string, unknown>>,
  ...namespaces: readonly Readonly<Record<string, unknown>>[]
): Properties {
  const known = namespaces.flatMap((each) => Object.keys(each).map(namespaceOf))
  const isKnown = (key: string) =>
    (isNamespace(key) || isChainId(key)) && (namespaces.length === 0 || known.includes(namespaceOf(key)))
  let room = maxLength

  function fits(text: string): boolean {
    if (text.length > room) return false
    room -= text.length
    return true
  }
  const read = <V>(value: unknown, take: (name: string, value: unknown) => V | undefined) => {
    const fields = asObject(value)
    const entries = Object.entries(fields ?? {}).flatMap(([name, item]) => {
      const taken = take(name, item)
      return taken === undefined ? [] : [[name, taken] as const]
    })
    return fields && Object.fromEntries(entries)
  }
  const sessionProperties = read(field(params, 'sessionProperties'), (name, value) =>
    typeof value === 'string' && fits(name + value) ? value : undefined,
  )
  const scopedProperties = read(field(params, 'scopedProperties'), (key, scope) =>
    isKnown(key) && fits(key)
      ? read(scope, (name, value) => (fits(name + JSON.stringify(value)) ? value : undefined))
      : undefined,
  )
  return { ...(sessionProperties && { sessionProperties }), ...(scopedProperties && { scopedProperties }) }
}

/**
 * The same properties, if a peer that reads them leaves nothing out.
 * @throws InvalidNamespacesError
 */
export function checkProperties(
  properties: Properties,
  reason: Reason,
  ...namespaces: readonly Readonly<Record<string, unknown>>[]
): Properties {
  const { sessionProperties, scopedProperties } = properties
  const kept = parseProperties(properties, ...namespaces)
  if (JSON.stringify(kept) === JSON.stringify({ sessionProperties, scopedProperties })) return kept
  throw new InvalidNamespacesError(
    reason,
    'Session properties are texts, scoped properties stand under a namespace of the proposal or session, and all have 16 KiB.',
  )
}
