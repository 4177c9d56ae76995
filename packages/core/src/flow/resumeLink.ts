import type { Listing } from '@hawser/wire'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import type { KeyValue } from '../platform/keyValue.ts'
import { listingsSnapshot } from '../wallets/listings.snapshot.ts'
import { listManualWallets, type ModalOptions } from '../wallets/modalOptions.ts'
import { type Choice, hasVia } from '../wallets/routes.ts'
import { type BegunLink, begunLinkKey } from './begunLink.ts'
import type { MachineEvent } from './event.ts'
import type { ResumedPairing } from './pairings.ts'

/** What a begun link is gone on with. */
export type ResumeOptions = {
  readonly begun: BegunLink
  readonly storage: KeyValue
  readonly connector: PairingConnector
  readonly modal: ModalOptions
  readonly signal: AbortSignal
  readonly adopt: (pairing: ResumedPairing) => void
  readonly send: (event: MachineEvent) => void
  readonly isOpen: () => boolean
}

/**
 * Goes on with a link that was begun before the page was thrown away: at once where the visitor had left for a wallet, otherwise
 * when a wallet answers. Code of its own: few pages are thrown away in the middle of a link.
 */
export async function resumeLink(options: ResumeOptions): Promise<void> {
  const { begun, storage, connector, signal, send, isOpen } = options
  const { pairingTopic, listingId, hasLeft } = begun
  const resumed = await connector.resume?.(pairingTopic).catch(() => undefined)
  if (signal.aborted) return
  if (resumed === undefined) {
    // What was begun meanwhile is kept there.
    if (!isOpen()) storage.remove(begunLinkKey)
    return
  }
  if (!hasLeft && !isOpen()) {
    // Nobody has asked for the modal yet: it opens when there is something to go on with.
    const isApproved = await resumed.approval.then(
      () => true,
      () => false,
    )
    if (signal.aborted || !isApproved) return
  }
  const choice = listingId === undefined ? undefined : choiceOf(listingId, options.modal)
  const { pairingUri, expiresAt } = resumed
  const pairing = {
    pairingTopic,
    pairingUri,
    expiresAt,
    relay: 'acknowledged',
    replaces: undefined,
    earlier: undefined,
  } as const
  send({ type: 'resumed', purpose: { kind: begun.purpose }, pairing, choice })
  // Afterwards: what it comes to belongs to a pairing that is open.
  options.adopt(resumed)
}

/** The wallet as it can be opened here. One that only a registry knows has no name here: the flow goes on without it. */
function choiceOf(listingId: string, modal: ModalOptions): Choice | undefined {
  const listing = [...ownListings(modal), ...listingsSnapshot].find(({ id }) => id === listingId)
  return listing !== undefined && hasVia(listing, 'mobile') ? { listing, via: 'mobile' } : undefined
}

/** One that no listing may be like leaves them all out, as in the lists. */
function ownListings(modal: ModalOptions): readonly Listing[] {
  try {
    return listManualWallets(modal, listingsSnapshot)
  } catch {
    return []
  }
}
