import { addressOf } from '@hawser/link'

/**
 * Whom a request comes from, as the link API counts it: an IPv4 address or the /64 of an IPv6 one (T-54).
 * @param options - `peer` is the address of the TCP connection
 * @returns undefined: not to be limited by address. Nobody knows it, or, without a trusted proxy, it is this machine's own
 */
export function readClientAddress(options: {
  readonly peer: string | undefined
  readonly forwardedFor: string | null
  readonly trustedProxies: number
}): string | undefined {
  const { peer, forwardedFor, trustedProxies } = options
  if (peer === undefined && trustedProxies === 0) return undefined
  return addressOf({ peer, forwardedFor: forwardedFor ?? undefined, trustedProxies })
}
