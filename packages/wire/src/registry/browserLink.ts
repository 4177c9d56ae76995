import { isNamespace } from '../caip/caip.ts'
import { asObject, asString, field } from '../read.ts'
import { parseNativeLink, parseWebLink } from './walletLink.ts'

// Where a wallet's link takes the address of the page to open in the wallet's own browser. Only this file reads such links.

/**
 * How reliable the link is: `high` from the vendor's documents or source, `medium` from products that use it, `low`
 * second-hand.
 */
export type BrowserConfidence = (typeof confidences)[number]

/** One link into a wallet's own browser. */
export type BrowserLink = { readonly template: string; readonly confidence: BrowserConfidence }

/** The links with which a page asks a phone to open it in a wallet's own browser, where the wallet's provider is. */
export type BrowserLinks = {
  readonly ios?: BrowserLink
  readonly android?: BrowserLink
  /** The namespaces for which that browser gives pages a provider. */
  readonly namespaces: readonly string[]
  /** The value of `{chain}`, by namespace. Absent if no link has a chain. */
  readonly parameters?: Readonly<Record<string, string>>
}

const confidences = ['high', 'medium', 'low'] as const
const systems = ['ios', 'android'] as const
const maxLength = 512
const maxNamespaces = 16
/** A placeholder of a template; the group captures its name. */
export const placePattern = /\{([^{}]*)\}/g
// Scheme and host come before the first placeholder, so that no address can change where a link leads.
const startPattern = /^[a-z][a-z0-9+.-]{1,31}:\/\/[a-z0-9.:[\]-]+[/?]/
const parameterPattern = /^[A-Za-z0-9_-]{1,32}$/

/** The ways to write the address. A template has exactly one of them. */
export const addressForms = [
  'url',
  'urlNoScheme',
  'urlEncoded',
  // Inside a link that is itself a parameter.
  'urlEncodedTwice',
  // Inside a text of JSON that is itself a parameter.
  'urlJsonEncoded',
  // A list of one address as JSON in base64.
  'urlListBase64Encoded',
] as const
const places: readonly string[] = [...addressForms, 'originEncoded', 'appNameEncoded', 'chain']

/**
 * Reads a template of a link into a wallet's own browser. Returns undefined if it is not usable. A template is an https
 * address, or begins with a wallet's own scheme as in `parseNativeLink`. It has one placeholder for the address, and every
 * other placeholder at most once.
 */
export function parseBrowserTemplate(value: unknown): string | undefined {
  const text = asString(value, maxLength)
  if (text === undefined || !startPattern.test(text.split('{', 1)[0] ?? '')) return undefined
  const found = placesOf(text)
  const addresses = addressForms.filter((form) => found.includes(form))
  const isKnown = found.every((place) => places.includes(place))
  if (addresses.length !== 1 || !isKnown || new Set(found).size !== found.length) return undefined
  const sample = text.replace(placePattern, 'x')
  // `URL` can write a link differently, and so move its placeholders.
  const written = parseWebLink(sample) ?? parseNativeLink(sample)
  return written === sample && !/[{}]/.test(sample) ? text : undefined
}

/** Reads the browser links of a listing. Returns undefined if none of the links is usable. */
export function parseBrowserLinks(value: unknown): BrowserLinks | undefined {
  const object = asObject(value)
  if (object === undefined) return undefined
  const namespaces = parseNamespaces(field(object, 'namespaces'))
  const links = Object.fromEntries(
    systems.flatMap((system) => {
      const link = parseBrowserLink(field(object, system))
      return link === undefined ? [] : [[system, link] as const]
    }),
  )
  if (namespaces.length === 0 || Object.keys(links).length === 0) return undefined
  const parameters = parseParameters(field(object, 'parameters'))
  return { ...links, namespaces, ...(parameters !== undefined && { parameters }) }
}

function placesOf(text: string): readonly string[] {
  return [...text.matchAll(placePattern)].map(([, place = '']) => place)
}

function parseBrowserLink(value: unknown): BrowserLink | undefined {
  const object = asObject(value)
  const template = object && parseBrowserTemplate(field(object, 'template'))
  const claimed = object && field(object, 'confidence')
  const confidence = confidences.find((each) => each === claimed)
  return template === undefined || confidence === undefined ? undefined : { template, confidence }
}

function parseNamespaces(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((each) => typeof each === 'string' && isNamespace(each)).slice(0, maxNamespaces)
}

function parseParameters(value: unknown): BrowserLinks['parameters'] {
  const entries = Object.entries(asObject(value) ?? {})
    .filter(([namespace, text]) => isNamespace(namespace) && typeof text === 'string' && parameterPattern.test(text))
    .slice(0, maxNamespaces)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Record<string, string>)
}
