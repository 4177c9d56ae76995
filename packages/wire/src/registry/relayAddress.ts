import { parseUrl } from '../parseUrl.ts'
import { asString } from '../read.ts'

const addressPattern =
  /^(wss?):\/\/((?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?)((?:\/[\w.~%-]*)*)(?:\?[^#]*)?$/i
const ownPorts: Readonly<Record<string, string>> = { ws: ':80', wss: ':443' }

/**
 * The address of a relay without query, its scheme's own port and a slash at its end, so that two spellings of one address are the
 * same text; undefined for anything else. Nothing is ever asked of it: it is held against the relay that a page uses.
 */
export function parseRelayAddress(value: unknown): string | undefined {
  const [, scheme = '', host = '', path = ''] = addressPattern.exec(asString(value, 512) ?? '') ?? []
  if (host === '') return undefined
  const port = ownPorts[scheme.toLowerCase()] ?? ''
  const name = host.toLowerCase()
  const address = `${scheme.toLowerCase()}://${name.endsWith(port) ? name.slice(0, -port.length) : name}${path.replace(/\/{1,8}$/, '')}`
  // Ports and numbers of hosts have bounds that no pattern here repeats.
  return parseUrl(address) && address
}
