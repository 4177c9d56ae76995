import { given } from './given.ts'
import { parseUrl } from './parseUrl.ts'

/** The client that a limit by address counts: one IPv4 address, or one /64 of IPv6, in which one host can use every address. */
export type AddressKey = string

/** The key that all requests with an unreadable address share: a separate bucket for each would be unsafe. */
export const unknownAddress: AddressKey = 'unknown'

// The form that Node writes: no leading zeros, which some parsers read as octal.
const v4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Returns one key for every spelling of an address. IPv6 can be full, short, in capitals, with a zone or in brackets. IPv4 can
 * be mapped into IPv6. Both can have a port or quotes, as proxies write them.
 * @returns undefined if the text is not an address
 */
export function parseAddress(text: string): AddressKey | undefined {
  if (typeof text !== 'string') return undefined
  const bare = withoutPort(text.trim().replace(/^"(.{0,64})"$/, '$1'))
  if (v4Pattern.test(bare)) return bare
  const groups = readGroups(bare.split('%', 1)[0] ?? '')
  if (groups === undefined) return undefined
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Returns the client's address. Each trusted proxy appends to X-Forwarded-For the address that called it. The client wrote
 * everything further left, so that part is ignored.
 * @param options - `peer` is the address of the TCP connection
 * @returns undefined if no limit by address applies: the peer is on this machine, and no proxy is trusted. The peer is then a
 * developer, or a proxy that the server does not know of, behind which all visitors would share one bucket
 * @example
 * addressOf({ peer: '10.0.0.7', forwardedFor: '203.0.113.9, 198.51.100.4', trustedProxies: 1 }) // '198.51.100.4'
 */
export function addressOf(options: {
  readonly peer: string | undefined
  readonly forwardedFor: string | undefined
  readonly trustedProxies: number
}): AddressKey | undefined {
  given('options', options, { peer: 'string?', forwardedFor: 'string?', trustedProxies: 'number' })
  const { peer, forwardedFor, trustedProxies } = options
  const peerKey = parseAddress(peer ?? '') ?? unknownAddress
  if (trustedProxies === 0) return isLoopback(peerKey, peer ?? '') ? undefined : peerKey
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',')
  // With fewer hops than trusted proxies, the request bypassed one of the proxies.
  const hop = hops[Math.max(0, hops.length - trustedProxies)]
  return hop === undefined ? peerKey : (parseAddress(hop) ?? unknownAddress)
}

function isLoopback(key: AddressKey, peer: string): boolean {
  return key.startsWith('127.') || peer === '::1'
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]{0,64})\](?::\d{1,5})?$/.exec(text)?.[1]
  return bracketed ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function readGroups(address: string): readonly string[] | undefined {
  // Lets nothing but an address through: the other parts of a URL contain other characters.
  const url = /^[0-9a-fA-F:.]{2,45}$/.test(address) ? parseUrl(`http://[${address}]`) : undefined
  if (url === undefined) return undefined
  // `URL` writes one spelling: the short one, without dotted IPv4.
  const short = url.hostname.slice(1, -1)
  const [before = [], after = []] = short.split('::', 2).map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
