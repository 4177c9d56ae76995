import type { Listing } from '@hawser/wire'
import { type DeepLinkParams, formatDeepLink, type LinkToOpen } from './deepLink.ts'
import { findReturnLink, type Peer } from './returnLink.ts'

/**
 * Returns the link that brings the wallet of a session to the front. Uses the chosen listing, which the button names,
 * unless the session evidently belongs to another wallet. `listed` are the known wallets.
 */
export function formatReturnLink(
  peer: Peer,
  params: Omit<DeepLinkParams, 'pairingUri' | 'listing'> & { readonly listing?: Listing | undefined },
  listed: readonly Listing[],
): LinkToOpen | undefined {
  const { listing } = params
  const mobile = findReturnLink(peer, listing, listed) ?? listing?.mobile
  return (
    mobile &&
    formatDeepLink({ ...params, listing: { mobile, desktop: listing?.desktop ?? noLinks }, pairingUri: undefined })
  )
}

const noLinks = { native: undefined, universal: undefined }
