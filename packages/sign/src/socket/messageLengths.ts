import { irnLimits } from '@hawser/wire'

// As core tells the network's relay (relayReach.ts): a module that both share would be one more file to fetch.
const network = /\/\/relay\.walletconnect\.(com|org)/i

/** What the network's relay takes of a tag, as far as it has said so: "Maximum size for tag 1109 is 98304". */
const networkLengths: Readonly<Record<number, number>> = { 1109: 98_304 }

/** Bytes of a sealed message that a relay takes, by tag. Of the network's relay, which has no list, its own refusal says the rest. */
export function createLengths(relayUrl: string | readonly string[]): (tag: number) => number {
  // Now, and not when something is sent: the list may be a draft that is revoked.
  const known = network.test(String(relayUrl)) ? networkLengths : {}
  return (tag) => known[tag] ?? irnLimits.messageLength
}
