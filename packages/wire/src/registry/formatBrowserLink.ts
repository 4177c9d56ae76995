import { given } from '../given.ts'
import { parseUrl } from '../parseUrl.ts'
import { visibleText } from '../visibleText.ts'
import { addressForms, type BrowserLinks, parseBrowserLinks, placePattern } from './browserLink.ts'

/** The page to open. */
export type BrowserPage = {
  /** An https address, or http on this machine. */
  readonly address: string
  /** The host app's name. */
  readonly appName: string
  /** The namespace of the accounts that the page is going to ask for. */
  readonly namespace: string
}

const appNameLength = 64
const writeAddress = {
  url: (url: URL) => url.href,
  urlNoScheme: (url: URL) => url.href.slice(`${url.protocol}//`.length),
  urlEncoded: (url: URL) => encodeURIComponent(url.href),
  urlEncodedTwice: (url: URL) => encodeURIComponent(encodeURIComponent(url.href)),
  urlJsonEncoded: (url: URL) => encodeURIComponent(JSON.stringify(url.href).slice(1, -1)),
  urlListBase64Encoded: (url: URL) => encodeURIComponent(btoa(JSON.stringify([url.href]))),
} as const satisfies Readonly<Record<(typeof addressForms)[number], (url: URL) => string>>

/**
 * Writes the link that opens a page in a wallet's own browser, for an anchor that the visitor taps. Returns undefined if the
 * wallet has no link for the system or the namespace, or if the page's address cannot be opened elsewhere.
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
  // A listing can come from the host app's own code, unchecked.
  const read = parseBrowserLinks(links)
  const template = read?.[system]?.template
  const url = parsePageAddress(address)
  if (read === undefined || template === undefined || url === undefined) return undefined
  const chain = read.parameters?.[namespace]
  if (!read.namespaces.includes(namespace) || (template.includes('{chain}') && chain === undefined)) return undefined
  const others: Readonly<Record<string, string>> = {
    originEncoded: encodeURIComponent(url.origin),
    appNameEncoded: encodeURIComponent(plainName(appName)),
    chain: chain ?? '',
  }
  const form = addressForms.find((each) => template.includes(`{${each}}`)) ?? 'url'
  return template.replace(placePattern, (_, place: string) => others[place] ?? writeAddress[form](url))
}

/** A page cannot link without a secure context, so http counts only on this machine. */
function parsePageAddress(address: string): URL | undefined {
  const url = parseUrl(address)
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  const isOwnMachine = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine) ? url : undefined
}

/** Removes quotes and backslashes, because the name can be inside a JSON string. */
function plainName(name: string): string {
  const letters = [...visibleText(name.slice(0, 256)).replace(/["\\]/g, '')]
  return letters.slice(0, appNameLength).join('')
}
