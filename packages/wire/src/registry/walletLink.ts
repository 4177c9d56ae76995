import { parseUrl } from '../parseUrl.ts'
import { asString } from '../read.ts'
import { isForbiddenScheme } from './forbiddenScheme.ts'

const maxLength = 2048
const schemePattern = /^[a-z][a-z0-9+.-]{1,31}:\/\//
// Addresses that `URL` gives back as they are. Asking it takes ten times as long, and a registry holds a million of them.
const plainPattern =
  /^https:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~=&-]*)?$/
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/**
 * An https address as `URL` normalises it, or undefined. Loopback http is let through for wallets under development.
 * User names, passwords and ports other than the scheme's own are refused on public hosts.
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
  // `URL` takes hosts that no name of the net can be, one with a place for the pairing among them, and writes what is escaped longer.
  if (!hostPattern.test(url.hostname) || url.href.length > maxLength) return undefined
  if (url.protocol === 'https:') return url.port === '' || isLoopback(url.hostname) ? url.href : undefined
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url.href : undefined
}

/** A wallet's own scheme such as `rainbow://`, or undefined when it could run code or open something else (`forbiddenScheme.ts`). */
export function parseNativeLink(value: unknown): string | undefined {
  const text = asString(value, 256)
  const start = text === undefined ? undefined : schemePattern.exec(text)?.[0]
  if (start === undefined || text === undefined) return undefined
  // A scheme of its own with nothing behind it is an address. No wallet needs a user name before a host, and it hides the host.
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
