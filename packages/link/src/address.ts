import { isIPv4, isIPv6 } from 'node:net'

/** Whom a limit by address counts: one IPv4 address, or one /64 of IPv6, of which one host may use every address. */
export type AddressKey = string

/** Counted together: requests whose address cannot be read, for no bucket of their own is safe to give. */
export const unknownAddress: AddressKey = 'unknown'

/**
 * One key for every spelling of an address: IPv6 in full, short, in capitals, with a zone, in brackets; IPv4 mapped into
 * IPv6; either with a port or in quotes, as proxies write it.
 * @returns undefined when it is no address
 */
export function parseAddress(text: string): AddressKey | undefined {
  const bare = withoutPort(text.trim().replace(/^"(.{0,64})"$/, '$1'))
  if (isIPv4(bare)) return bare
  const [address = ''] = bare.split('%', 1)
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [6, 7].flatMap((index) => bytesOf(groups[index] ?? 0)).join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Whom a request comes from. Each trusted proxy adds, at the right of X-Forwarded-For, the address it was reached from;
 * what is further left was written by the client and is not believed.
 * @param options - `peer` is the address of the TCP connection
 * @returns undefined: not to be limited by address. That is a peer on this machine without a trusted proxy: a developer,
 * or a proxy nobody told `createLink` of, behind which all visitors would share one bucket
 */
export function addressOf(options: {
  readonly peer: string | undefined
  readonly forwardedFor: string | undefined
  readonly trustedProxies: number
}): AddressKey | undefined {
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

const bytesOf = (group: number): [number, number] => [group >> 8, group & 0xff]

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::', 2)
  const before = partsOf(left)
  if (right === undefined) return before
  const after = partsOf(right)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function partsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
