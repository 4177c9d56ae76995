import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { BaseError } from '@hawser/wire'

/** Addresses that only this machine or its own network can reach, and reserved ones (RFC 6890). */
const internal = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  // IPv4 behind a translator: the translator decides which address it is.
  ['64:ff9b::', 32],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  internal.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address belongs to this machine or to an internal network. Any other text counts as internal. */
export function isInternalAddress(address: string): boolean {
  const [plain = ''] = address.split('%', 1)
  const family = isIP(plain)
  return family === 0 || internal.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the host of a URL is itself an internal address. The address behind a name is checked when it is opened. */
export function namesInternalAddress({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && isInternalAddress(bare)
}

/** A name leads to an address that only this machine or its own network can reach. No request is sent there. */
export class AddressInternalError extends BaseError {
  readonly code = 'address_internal'
}

/** Resolves names as Node does, and refuses those that lead to an internal address. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address: string | { address: string }[], family) => {
    const found = Array.isArray(address) ? address.map((each) => each.address) : [address]
    if (error !== null || !found.some(isInternalAddress)) return callback(error, address as string, family)
    callback(new AddressInternalError('The name leads to an internal address.'), '', 0)
  })
}
