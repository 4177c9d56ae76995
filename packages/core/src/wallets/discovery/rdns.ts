import type { Listing } from '@hawser/wire'

/**
 * A reverse domain name in its comparable form: DNS ignores case and a dot at the end (RFC 4343, 1034). A listing keeps
 * its own spelling, which other programs compare.
 */
export function normalizeRdns(rdns: string): string {
  return rdns.toLowerCase().replace(/\.$/, '')
}

/** The rdns a listing's wallet may announce itself by, as they are compared. */
export function rdnsOf({ rdns, otherRdns = [] }: Pick<Listing, 'rdns' | 'otherRdns'>): readonly string[] {
  return (rdns === undefined ? otherRdns : [rdns, ...otherRdns]).map(normalizeRdns)
}
