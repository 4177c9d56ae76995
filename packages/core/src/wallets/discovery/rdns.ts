import type { Listing } from '@hawser/wire'

/**
 * Returns the comparable form of a reverse domain name: DNS ignores case and a trailing dot (RFC 4343, 1034). A listing
 * keeps its own spelling, which other programs compare.
 */
export function normalizeRdns(rdns: string): string {
  return rdns.toLowerCase().replace(/\.$/, '')
}

/** Returns each rdns under which a listing's wallet can announce itself, in comparable form. */
export function rdnsOf({ rdns, otherRdns = [] }: Pick<Listing, 'rdns' | 'otherRdns'>): readonly string[] {
  return (rdns === undefined ? otherRdns : [rdns, ...otherRdns]).map(normalizeRdns)
}
