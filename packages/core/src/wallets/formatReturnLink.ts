import type { Listing } from '@hawser/wire'
import { type DeepLinkParams, formatDeepLink, type LinkToOpen } from './deepLink.ts'
import { findReturnLink, type Peer } from './returnLink.ts'

/**
 * The link that brings the wallet of a session to the front. Unless another wallet is evident, it is that of the chosen
 * listing, as the button says. `listed` are the known wallets.
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
