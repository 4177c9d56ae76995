import { isTopic, type Topic } from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { createLocalKeyValue, type KeyValue } from '../platform/keyValue.ts'
import { unfinishedLinkKey } from '../platform/unfinishedLinkKey.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'
import { type Choice, hasVia } from '../wallets/routes.ts'
import type { AppSwitchState } from './appSwitch.ts'
import type { MachineEvent } from './event.ts'
import { unconfirmedPairingOf } from './failed.ts'
import type { ResumedPairing } from './pairings.ts'
import type { LinkPurpose } from './purpose.ts'
import { choiceOf, type FlowState, pairingOf } from './state.ts'

/** The stored record of an unfinished link. A page that a phone has discarded continues from this record. */
type BegunLink = {
  readonly pairingTopic: Topic
  readonly purpose: 'link' | 'signIn'
  /** The listing id of the opened wallet. The wallet's name and links are looked up, never stored (T-14). */
  readonly listingId: string | undefined
  /** Whether the visitor had left for a wallet. If so, the reloaded page continues at once. */
  readonly hasLeft: boolean
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/** The options of `resumeUnfinishedLink`. */
export type UnfinishedLinkOptions = {
  readonly keepSession: boolean
  readonly storage: KeyValue
  readonly connector: PairingConnector
  readonly modal: ModalOptions
  readonly now: () => number
  readonly signal: AbortSignal
  readonly adopt: (pairing: ResumedPairing) => void
  readonly send: (event: MachineEvent) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly getState: () => {
    readonly flow: FlowState
    readonly purpose: LinkPurpose
    readonly appSwitch: AppSwitchState
  }
}

const settleMs = 300_000
const maxLength = 512

/**
 * Continues a link that began before a phone discarded the page, and stores the next link so that a discard does not lose it.
 * If sessions are not kept, the tab's storage contains everything, including the pairing keys. This module is a separate chunk:
 * a computer does not discard the page while the visitor is in a wallet.
 */
export function resumeUnfinishedLink(options: UnfinishedLinkOptions): void {
  const storage = options.keepSession ? options.storage : createLocalKeyValue(() => sessionStorage)
  const text = storage.get(unfinishedLinkKey)
  options.subscribe(createMemory(options, storage))
  if (text !== undefined) void resume(options, storage, parseBegunLink(text))
}

/**
 * Returns a listener that stores the parts of a flow that a discarded page would lose. The listener removes these parts once no
 * link is left to continue.
 */
function createMemory({ getState }: UnfinishedLinkOptions, storage: KeyValue): () => void {
  let shown: FlowState = getState().flow
  let leftWith: Topic | undefined
  return () => {
    const { flow, appSwitch, purpose } = getState()
    const pairing = pairingOf(flow) ?? unconfirmedPairingOf(flow)
    const hasLeft = appSwitch === 'opening' || appSwitch === 'left'
    if (flow === shown && !(hasLeft && leftWith !== pairing?.pairingTopic)) return
    shown = flow
    if (pairing === undefined || (purpose.kind !== 'link' && purpose.kind !== 'signIn')) {
      // The wallet has used the pairing but still has to sign over the session, so the record stays.
      if (!isOnItsWay(flow)) storage.remove(unfinishedLinkKey)
      return
    }
    const { pairingTopic, expiresAt } = pairing
    if (hasLeft) leftWith = pairingTopic
    const begun: BegunLink = {
      pairingTopic,
      purpose: purpose.kind,
      listingId: choiceOf(flow)?.listing.id,
      hasLeft: leftWith === pairingTopic,
      // A wallet that finds the proposal just before its expiry has five more minutes to settle.
      endsAt: expiresAt + settleMs,
    }
    storage.set(unfinishedLinkKey, JSON.stringify(begun))
  }
}

function isOnItsWay({ status }: FlowState): boolean {
  return status === 'proving' || status === 'choosing' || status === 'connecting'
}

/** Continues at once if the visitor had left for a wallet or the modal is open, otherwise once a wallet approves. */
async function resume(options: UnfinishedLinkOptions, storage: KeyValue, begun: BegunLink | undefined): Promise<void> {
  const { connector, signal, send, getState, now } = options
  const isOpen = () => getState().flow.status !== 'closed'
  const isOver = begun === undefined || begun.endsAt <= now()
  const resumed = isOver ? undefined : await connector.resume?.(begun.pairingTopic).catch(() => undefined)
  if (signal.aborted) return
  if (begun === undefined || resumed === undefined) {
    // While the modal is open, the key contains a link that began meanwhile.
    if (!isOpen()) storage.remove(unfinishedLinkKey)
    return
  }
  const { pairingTopic, listingId, hasLeft, purpose } = begun
  if (!hasLeft && !isOpen()) {
    // The visitor has not opened the modal yet. It opens only once a wallet has approved.
    const isApproved = await resumed.approval.then(
      () => true,
      () => false,
    )
    if (signal.aborted || !isApproved) return
  }
  const choice = listingId === undefined ? undefined : await findChoice(listingId, options.modal)
  if (signal.aborted) return
  const { pairingUri, expiresAt } = resumed
  const pairing = {
    pairingTopic,
    pairingUri,
    expiresAt,
    relay: 'acknowledged',
    replaces: undefined,
    earlier: undefined,
  } as const
  send({ type: 'resumed', purpose: { kind: purpose }, pairing, choice })
  // Adopted after the event, because the result has to find an open pairing in the flow.
  options.adopt(resumed)
}

/** Returns the wallet, if a link can open it on this phone. The flow also continues without a wallet. */
async function findChoice(listingId: string, modal: ModalOptions): Promise<Choice | undefined> {
  const listing = await import('../wallets/catalog.ts').then(
    ({ findListing }) => findListing(listingId, modal),
    () => undefined,
  )
  return listing !== undefined && hasVia(listing, 'mobile') ? { listing, via: 'mobile' } : undefined
}

/** Returns undefined unless the text has the form of a stored link: other scripts write to this storage too (T-14). */
function parseBegunLink(text: string): BegunLink | undefined {
  try {
    const value = text.length > maxLength ? {} : (asObject(JSON.parse(text)) ?? {})
    const pairingTopic = field(value, 'pairingTopic')
    const purpose = field(value, 'purpose')
    const listingId = asString(field(value, 'listingId'), 64)
    const endsAt = asInteger(field(value, 'endsAt'), 0, Number.MAX_SAFE_INTEGER)
    if (!isTopic(pairingTopic) || (purpose !== 'link' && purpose !== 'signIn') || endsAt === undefined) return undefined
    return { pairingTopic, purpose, listingId, hasLeft: field(value, 'hasLeft') === true, endsAt }
  } catch {
    return undefined
  }
}
