import type { Listing } from '@hawser/wire'
import { type DeepLinkParams, formatDeepLink, type LinkToOpen } from './deepLink.ts'
import { findReturnLink, type Peer } from './returnLink.ts'

/**
 * The link that brings the wallet of a session to the front. Where nothing tells another wallet, it is the one of the listing
 * that was chosen, as the button says.
 */
export function formatReturnLink(
  peer: Peer,
  params: Omit<DeepLinkParams, 'pairingUri' | 'listing'> & { readonly listing: Listing },
): LinkToOpen | undefined {
  const { listing } = params
  const mobile = findReturnLink(peer, listing) ?? listing.mobile
  return formatDeepLink({ ...params, listing: { ...listing, mobile }, pairingUri: undefined })
}
