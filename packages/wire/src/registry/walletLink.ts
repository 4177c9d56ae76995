import { parseUrl } from '../parseUrl.ts'
import { asString } from '../read.ts'
import { isForbiddenScheme } from './forbiddenScheme.ts'

const maxLength = 2048
const schemePattern = /^[a-z][a-z0-9+.-]{1,31}:\/\//
// Addresses that `URL` returns unchanged. `URL` takes ten times as long, and a registry can have a million addresses.
const plainPattern =
  /^https:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~=&-]*)?$/
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/**
 * Returns an https address as `URL` normalises it, or undefined. Accepts loopback http for wallets under development. Refuses
 * user names and passwords, and on public hosts ports other than the scheme's own.
 */
export function parseWebLink(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length <= maxLength && plainPattern.test(value)) return value
  try {
    return checkWebUrl(parseLink(value))
  } catch {
    // React Native's own URL throws when its parts are read.
    return undefined
  }
}

function checkWebUrl(url: URL | undefined): string | undefined {
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  // `URL` accepts hosts that cannot be public names, such as one with a placeholder for the pairing, and its escapes make a
  // link longer.
  if (!hostPattern.test(url.hostname) || url.href.length > maxLength) return undefined
  if (url.protocol === 'https:') return url.port === '' || isLoopback(url.hostname) ? url.href : undefined
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url.href : undefined
}

/**
 * Returns a link with a wallet's own scheme, such as `rainbow://`. Returns undefined if the link could run code or open
 * something else (`forbiddenScheme.ts`).
 */
export function parseNativeLink(value: unknown): string | undefined {
  const text = asString(value, 256)
  const start = text === undefined ? undefined : schemePattern.exec(text)?.[0]
  if (start === undefined || text === undefined) return undefined
  // A bare scheme is an address. No wallet needs a user name before a host, and a user name hides the host.
  if (text !== start && !isAddress(parseLink(text))) return undefined
  return isForbiddenScheme(start.slice(0, -'://'.length)) ? undefined : text
}

function isAddress(url: URL | undefined): boolean {
  try {
    return url !== undefined && url.username === '' && url.password === ''
  } catch {
    // React Native's own URL throws when its parts are read.
    return true
  }
}

function parseLink(value: unknown): URL | undefined {
  const text = asString(value, maxLength)
  if (text === undefined || hasControls(text) || text.includes('\\')) return undefined
  return parseUrl(text)
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\s]/u.test(text)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
