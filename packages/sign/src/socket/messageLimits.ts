import { irnLimits } from '@hawser/wire'

// The same hosts as in core's relayReach.ts. A shared module would be one more file to fetch.
const network = /\/\/relay\.walletconnect\.(com|org)/i

/** The network relay's limits by tag, as far as it has reported them: "Maximum size for tag 1109 is 98304". */
const networkLengths: Readonly<Record<number, number>> = { 1109: 98_304 }

/**
 * Returns the limits of a relay: the most bytes of a sealed message, by tag. The network's relay publishes no list; its
 * own refusals report the rest.
 */
export function createMessageLimits(relayUrl: string | readonly string[]): (tag: number) => number {
  // Read now, not when a message is sent: the list can be a draft that is revoked.
  const known = network.test(String(relayUrl)) ? networkLengths : {}
  return (tag) => known[tag] ?? irnLimits.messageLength
}
