import { InvalidArgumentError } from '../baseError.ts'
import { isChainId, isNamespace, namespaceOf } from '../caip/caip.ts'
import { InvalidNamespacesError } from '../errors.ts'
import { asObject, field } from '../read.ts'
import type { Reason } from './reason.ts'

/** JSON values by name, for each namespace or chain id. */
export type ScopedProperties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The properties of a proposal or a session besides its namespaces. The two peers agree on their meaning. */
export type Properties = {
  readonly sessionProperties?: Readonly<Record<string, string>>
  /** The keys are namespaces of the proposal or session, or chains of those namespaces. */
  readonly scopedProperties?: ScopedProperties
}

// UTF-16 units of both together as JSON: they are stored with the session, in a small storage.
const maxLength = 16_384

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the properties of a proposal or a session. It drops malformed properties and those under a namespace that is not in
 * `namespaces`. It drops every property if they are longer than 16 KiB, because nothing depends on them. Without `namespaces`,
 * every namespace is accepted.
 */
export function parseProperties(params: Fields, ...namespaces: readonly Fields[]): Properties {
  const known = namespaces.flatMap((each) => Object.keys(asObject(each) ?? {}).map(namespaceOf))
  const properties = {
    ...pick(params, 'sessionProperties', (_, value) => typeof value === 'string'),
    ...pick(
      params,
      'scopedProperties',
      (key, value) =>
        asObject(value) !== undefined &&
        (isNamespace(key) || isChainId(key)) &&
        (namespaces.length === 0 || known.includes(namespaceOf(key))),
    ),
  }
  return JSON.stringify(properties).length > maxLength ? {} : properties
}

function pick(params: Fields, name: string, isKept: (key: string, value: unknown) => boolean): Properties | undefined {
  const fields = asObject(field(params, name))
  const entries = Object.entries(fields ?? {}).filter(([key, value]) => isKept(key, value))
  return fields && { [name]: Object.fromEntries(entries) }
}

/**
 * Returns the same properties, if a peer that reads them would leave nothing out.
 * @throws InvalidNamespacesError
 */
export function checkProperties(properties: Properties, reason: Reason, ...namespaces: readonly Fields[]): Properties {
  if (asObject(properties) === undefined || asObject(reason) === undefined)
    throw new InvalidArgumentError('`properties` and `reason` must be objects.')
  const { sessionProperties, scopedProperties } = properties
  const kept = parseProperties(properties, ...namespaces)
  if (JSON.stringify(kept) === JSON.stringify({ sessionProperties, scopedProperties })) return kept
  throw new InvalidNamespacesError(
    reason,
    'Properties must be texts, scopes must use its namespaces, in 16 KiB in all.',
  )
}
