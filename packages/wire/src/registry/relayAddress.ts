import { parseUrl } from '../parseUrl.ts'
import { asString } from '../read.ts'

const addressPattern =
  /^(wss?):\/\/((?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?)((?:\/[\w.~%-]*)*)(?:\?[^#]*)?$/i
const ownPorts: Readonly<Record<string, string>> = { ws: ':80', wss: ':443' }

/**
 * Normalises the address of a relay: without query, default port and final slash, so that two spellings of one address become
 * the same text. Returns undefined for any other text. Nothing connects to this address: it is only compared with the relay
 * that a page uses.
 */
export function parseRelayAddress(value: unknown): string | undefined {
  const [, scheme = '', host = '', path = ''] = addressPattern.exec(asString(value, 512) ?? '') ?? []
  if (host === '') return undefined
  const port = ownPorts[scheme.toLowerCase()] ?? ''
  const name = host.toLowerCase()
  const address = `${scheme.toLowerCase()}://${name.endsWith(port) ? name.slice(0, -port.length) : name}${path.replace(/\/{1,8}$/, '')}`
  // `URL` checks the bounds of ports and IP addresses, which the pattern does not repeat.
  return parseUrl(address) && address
}
