import { isIPv4, isIPv6 } from 'node:net'

// Of their own bucket none is safe to give: who cannot be told apart is counted together.
const unknownAddress = 'unknown'

/**
 * Whom a request comes from: an IPv4 address or the /64 of an IPv6 one, in one spelling (T-54). Each trusted proxy adds, at the
 * right of X-Forwarded-For, the address it was reached from; what is further left was written by the client. The link API
 * counts the same way; its reader is not exported, so the few lines are here again.
 * @param options - `peer` is the address of the TCP connection
 * @returns undefined: not to be limited by address. Nobody knows it, or, without a trusted proxy, it is this machine's own:
 * a developer, or a proxy nobody told of, behind which all visitors would be one
 */
export function readClientAddress(options: {
  readonly peer: string | undefined
  readonly forwardedFor: string | null
  readonly trustedProxies: number
}): string | undefined {
  const { peer, forwardedFor, trustedProxies } = options
  const group = addressGroup(peer ?? '') ?? unknownAddress
  if (trustedProxies === 0) return peer === undefined || group.startsWith('127.') || peer === '::1' ? undefined : group
  const hops = forwardedFor?.split(',') ?? []
  // Fewer than there are proxies: somebody came past one of them.
  const hop = hops[Math.max(0, hops.length - trustedProxies)]
  return hop === undefined ? group : (addressGroup(hop) ?? unknownAddress)
}

function addressGroup(text: string): string | undefined {
  const bare = withoutPort(text.trim().replace(/^"(.{0,64})"$/, '$1'))
  if (isIPv4(bare)) return bare
  const [address = ''] = bare.split('%', 1)
  if (!isIPv6(address)) return undefined
  // A URL knows one spelling: short, in small letters, without IPv4 in it.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)?.slice(1)
  if (mapped !== undefined) return mapped.flatMap(bytesOf).join('.')
  const [before = [], after = []] = short.split('::', 2).map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]{0,64})\](?::\d{1,5})?$/.exec(text)?.[1]
  return bracketed ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text
}
