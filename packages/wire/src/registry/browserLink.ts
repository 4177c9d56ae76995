import { isNamespace } from '../caip/caip.ts'
import { given } from '../given.ts'
import { asObject, asString, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { parseNativeLink, parseWebLink } from './walletLink.ts'

// Where a wallet's link takes the address of a page that its own browser is to open. Read here and nowhere else.

/** How sure the link is: `high` from the vendor's documents or source, `medium` from products that use it, `low` second-hand. */
export type BrowserConfidence = (typeof confidences)[number]

/** One link into a wallet's own browser. */
export type BrowserLink = { readonly template: string; readonly confidence: BrowserConfidence }

/** How a page asks a phone to open it in a wallet's own browser, where the wallet's provider is. */
export type BrowserLinks = {
  readonly ios?: BrowserLink
  readonly android?: BrowserLink
  /** For which namespaces that browser gives pages a provider. */
  readonly namespaces: readonly string[]
  /** What stands for `{chain}`, by namespace. Absent where no link asks for a chain. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** The page to open. */
export type BrowserPage = {
  /** An https address; http on the machine itself. */
  readonly address: string
  /** What the host app is called. */
  readonly appName: string
  /** Of the accounts that the page is going to ask for. */
  readonly namespace: string
}

const confidences = ['high', 'medium', 'low'] as const
const systems = ['ios', 'android'] as const
const maxLength = 512
const maxNamespaces = 16
const appNameLength = 64
const placePattern = /\{([^{}]*)\}/g
// Scheme and host stand before the first place: no address can change where a link leads.
const startPattern = /^[a-z][a-z0-9+.-]{1,31}:\/\/[a-z0-9.:[\]-]+[/?]/
const parameterPattern = /^[A-Za-z0-9_-]{1,32}$/

/** Each way to write the address: a template has exactly one of them. */
const addressForms = {
  url: (url: URL) => url.href,
  urlNoScheme: (url: URL) => url.href.slice(`${url.protocol}//`.length),
  urlEncoded: (url: URL) => encodeURIComponent(url.href),
  // Inside a link that is itself a parameter.
  urlEncodedTwice: (url: URL) => encodeURIComponent(encodeURIComponent(url.href)),
  // Inside a text of JSON that is itself a parameter.
  urlJsonEncoded: (url: URL) => encodeURIComponent(JSON.stringify(url.href).slice(1, -1)),
  // A list of one address as JSON in base64.
  urlListBase64Encoded: (url: URL) => encodeURIComponent(btoa(JSON.stringify([url.href]))),
} as const satisfies Readonly<Record<string, (url: URL) => string>>
const otherForms: readonly string[] = ['originEncoded', 'appNameEncoded', 'chain']

/**
 * A template of a link into a wallet's own browser, or undefined. It is an https address or begins with a scheme of the wallet's own
 * as in `parseNativeLink`; it has one place for the address, and every other place at most once.
 */
export function parseBrowserTemplate(value: unknown): string | undefined {
  const text = asString(value, maxLength)
  if (text === undefined || !startPattern.test(text.split('{', 1)[0] ?? '')) return undefined
  const places = placesOf(text)
  const isKnown = (place: string) => Object.hasOwn(addressForms, place) || otherForms.includes(place)
  const addresses = places.filter((place) => Object.hasOwn(addressForms, place))
  if (addresses.length !== 1 || !places.every(isKnown) || new Set(places).size !== places.length) return undefined
  const sample = text.replace(placePattern, 'x')
  // `URL` may write a link in another way, and so move its places.
  const written = parseWebLink(sample) ?? parseNativeLink(sample)
  return written === sample && !/[{}]/.test(sample) ? text : undefined
}

/** Reads the browser links of a listing, or undefined where none of them can be used. */
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

/**
 * The address of the link that opens a page in a wallet's own browser, for an anchor that the visitor taps. Undefined where the
 * wallet has no link for the system, none for the namespace, or the page's address is not one to open elsewhere.
 *
 * @example
 * formatBrowserLink(listing.browser, 'ios', { address: 'https://shop.example/link', appName: 'Shop', namespace: 'eip155' })
 * // 'https://link.metamask.io/dapp/shop.example/link'
 */
export function formatBrowserLink(
  links: BrowserLinks | undefined,
  system: 'ios' | 'android',
  page: BrowserPage,
): string | undefined {
  given('page', page, { address: 'text', appName: 'string', namespace: 'text' })
  const { address, appName, namespace } = page
  // A listing may come from the host app's own code.
  const template = parseBrowserTemplate(links?.[system]?.template)
  const url = parsePageAddress(address)
  if (links === undefined || template === undefined || url === undefined) return undefined
  if (!links.namespaces.includes(namespace)) return undefined
  const chain = links.parameters?.[namespace]
  if (template.includes('{chain}') && (chain === undefined || !parameterPattern.test(chain))) return undefined
  const others: Readonly<Record<string, string>> = {
    originEncoded: encodeURIComponent(url.origin),
    appNameEncoded: encodeURIComponent(plainName(appName)),
    chain: chain ?? '',
  }
  return template.replace(placePattern, (_, place: string) => others[place] ?? formatAddress(place, url))
}

function formatAddress(place: string, url: URL): string {
  return Object.hasOwn(addressForms, place) ? addressForms[place as keyof typeof addressForms](url) : ''
}

/** Without a secure context the page could not link there either, so http counts on the machine itself only. */
function parsePageAddress(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return undefined
  const isOwnMachine = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine) ? url : undefined
}

/** A name may stand inside JSON: nothing in it ends a text there. */
function plainName(name: string): string {
  const letters = [...visibleText(name.slice(0, 256)).replace(/["\\]/g, '')]
  return letters.slice(0, appNameLength).join('')
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
