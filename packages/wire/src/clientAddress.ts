import { given } from './given.ts'
import { parseUrl } from './parseUrl.ts'

/** Whom a limit by address counts: one IPv4 address, or one /64 of IPv6, of which one host may use every address. */
export type AddressKey = string

/** Counted together: requests whose address cannot be read, for no bucket of their own is safe to give. */
export const unknownAddress: AddressKey = 'unknown'

// As Node writes one: no leading zeros, which some read as octal.
const v4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * One key for every spelling of an address. IPv6 may be full, short, in capitals, with a zone or in brackets. IPv4 may be mapped
 * into IPv6. Both may have a port or quotes, as proxies write them.
 * @returns undefined when it is no address
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
 * Returns the client's address. Each trusted proxy adds the address it was called from at the right of X-Forwarded-For. The client
 * wrote everything further left, so it is ignored.
 * @param options - `peer` is the address of the TCP connection
 * @returns undefined: not to be limited by address. That is a peer on this machine without a trusted proxy: a developer,
 * or a proxy nobody told the server of, behind which all visitors would share one bucket
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
  // Fewer than there are proxies: somebody came past one of them.
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

/** The eight groups of an IPv6 address, in small letters and without leading zeros. */
function readGroups(address: string): readonly string[] | undefined {
  // Nothing but an address: other parts of a URL have other letters.
  const url = /^[0-9a-fA-F:.]{2,45}$/.test(address) ? parseUrl(`http://[${address}]`) : undefined
  if (url === undefined) return undefined
  // A URL knows one spelling: short, and without IPv4 in it.
  const short = url.hostname.slice(1, -1)
  const [before = [], after = []] = short.split('::', 2).map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
