import { parseListing, parseNativeLink, parseWebLink, type StoreName } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { type Fault, quote } from './problem.ts'

// These checks are stricter than a client's: a client omits a bad link silently, while an author gets a message here.

const nativeLimit = 256
const webLimit = 2048
const native = /^[a-z][a-z0-9+.-]{1,31}:\/\//
const trackers = ['sng.link', 'page.link', 'go.link', 'onelink.me', 'adj.st', 'bit.ly', 't.co', 'tinyurl.com']
const tracking = /^(?:utm_|adj_|adjust_|af_|referrer$|ref$|gclid$|fbclid$|pid$)/

/** The start of an address on each store; `undefined` if any https address is allowed. */
export const storeForms: Readonly<Record<StoreName, string | undefined>> = {
  ios: 'https://apps.apple.com/app/…',
  android: 'https://play.google.com/store/apps/details?id=…',
  chrome: 'https://chromewebstore.google.com/detail/…',
  firefox: 'https://addons.mozilla.org/firefox/addon/…',
  edge: 'https://microsoftedge.microsoft.com/addons/detail/…',
  opera: 'https://addons.opera.com/extensions/details/…',
  safari: 'https://apps.apple.com/app/…',
  mac: undefined,
  windows: undefined,
  linux: undefined,
  browser: undefined,
}

/**
 * Explains why an address may not be listed (T-10), or returns undefined. The address must be public, https, written as
 * browsers write it, and free of tracking.
 */
export function explainWebLink(text: string): Fault | undefined {
  const written = parseWebLink(text)
  if (written === undefined) return explainUnread(text)
  const url = new URL(written)
  if (url.protocol !== 'https:' || !isPublicHost(url.hostname)) {
    return { what: `${quote(text)} leads to no public host.`, mend: 'Give the address that everybody can open.' }
  }
  if (written !== text) {
    return { what: `${quote(text)} is not written as browsers read it.`, mend: `Write ${quote(written)}.` }
  }
  return explainTracking(url)
}

/** Explains why an address cannot open a wallet, or returns undefined. */
export function explainUniversalLink(text: string): Fault | undefined {
  return explainWebLink(text) ?? explainEnding(text)
}

/** Explains why a wallet's own scheme may not be listed (T-10), or returns undefined. */
export function explainNativeLink(text: string): Fault | undefined {
  if (parseNativeLink(text) !== undefined) return explainEnding(text)
  const mend = 'Give the wallet’s own scheme, such as "quay://", or null.'
  if (text.length > nativeLimit) return { what: `It has more than ${nativeLimit} characters.`, mend }
  if (hasUnusable(text)) return { what: `${quote(text)} contains a space, a backslash or a hidden character.`, mend }
  const scheme = readScheme(text)
  if (scheme !== undefined && !native.test(text)) {
    return { what: `${quote(text)} does not begin with "scheme://" in lower case.`, mend }
  }
  if (scheme === undefined || parseUrl(text) === undefined) return { what: `${quote(text)} is not a link.`, mend }
  return {
    what: `"${scheme}" is not a wallet’s own scheme: it runs code, opens files, or lets any app answer.`,
    mend,
  }
}

/** Explains why an address cannot be a store's (T-04), or returns undefined. */
export function explainStoreLink(store: StoreName, text: string): Fault | undefined {
  const fault = explainWebLink(text)
  if (fault !== undefined) return fault
  const mend = `Give an address like "${storeForms[store]}", or leave ${store} out.`
  if (parseListing({ id: 'a', name: 'a', app: { [store]: text } }).app[store] === undefined) {
    return { what: `${quote(text)} is not on the store’s own host.`, mend }
  }
  if (/^https:\/\/apps\.apple\.com\/[a-z]{2}\//.test(text)) {
    return { what: `${quote(text)} leads to one country’s store.`, mend: 'Remove the country from the address.' }
  }
  return undefined
}

function explainUnread(text: string): Fault {
  const mend = 'Give an address like "https://quay.example/", or null.'
  if (text.length > webLimit) return { what: `It has more than ${webLimit} characters.`, mend }
  if (hasUnusable(text)) return { what: `${quote(text)} contains a space, a backslash or a hidden character.`, mend }
  const scheme = readScheme(text)
  if (scheme === undefined || parseUrl(text) === undefined)
    return { what: `${quote(text)} is not a whole address.`, mend }
  if (scheme !== 'https:') return { what: `${quote(text)} begins with "${scheme}"; only "https:" is allowed.`, mend }
  return { what: `${quote(text)} names a user, a password or a port.`, mend: 'Leave them out of the address.' }
}

/**
 * Explains why a link cannot take a pairing URI, or returns undefined. `formatPairingLink` of `@hawser/wire` needs
 * exactly one place for the URI, which is empty.
 */
function explainEnding(text: string): Fault | undefined {
  const mend =
    'Give the part before "wc?uri=", with "/" at its end, or the whole link with nothing after the "=" that the pairing URI follows.'
  if (/[?&#]uri=(?!$|[&#{%])/i.test(text)) {
    return { what: `${quote(text)} has "uri=" with something behind it.`, mend }
  }
  if (text.endsWith('/') || /[?#{%]/.test(text)) return undefined
  return { what: `${quote(text)} does not end in "/".`, mend }
}

function explainTracking(url: URL): Fault | undefined {
  const tracker = trackers.find((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  if (tracker !== undefined) {
    const what = `${quote(url.href)} goes through ${tracker}, which hides where it leads.`
    return { what, mend: 'Give the address it leads to.' }
  }
  const param = [...url.searchParams.keys()].find((name) => tracking.test(name))
  if (param === undefined) return undefined
  return { what: `${quote(url.href)} reveals who sent the visitor, by ${quote(param)}.`, mend: 'Remove that param.' }
}

// A bare name or a numeric address belongs to one network or machine. `new URL` has already normalised all such
// addresses.
function isPublicHost(hostname: string): boolean {
  const last = hostname.split('.').at(-1) ?? ''
  return hostname.includes('.') && /^[a-z][a-z0-9-]+$/.test(last) && !['local', 'localhost', 'internal'].includes(last)
}

function hasUnusable(text: string): boolean {
  return /[\p{Cc}\p{Cf}\s\\]/u.test(text)
}

function readScheme(text: string): string | undefined {
  return /^[a-zA-Z][a-zA-Z0-9+.-]{0,63}:/.exec(text)?.[0].toLowerCase()
}
