import { isTopic, type Topic } from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { begunLinkKey } from '../platform/begunLinkKey.ts'
import { createLocalKeyValue, type KeyValue } from '../platform/keyValue.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'
import { type Choice, hasVia } from '../wallets/routes.ts'
import type { AppSwitchState } from './appSwitch.ts'
import type { MachineEvent } from './event.ts'
import { silentPairing } from './failed.ts'
import type { ResumedPairing } from './pairings.ts'
import type { LinkPurpose } from './purpose.ts'
import { choiceOf, type FlowState, pairingOf } from './state.ts'

/** A link that was begun in a page which a phone may have discarded since. */
type BegunLink = {
  readonly pairingTopic: Topic
  readonly purpose: 'link' | 'signIn'
  /** The id of the opened wallet. Its name and links are looked up, never stored (T-14). */
  readonly listingId: string | undefined
  /** The visitor had left for a wallet: the page continues when they are expected back. */
  readonly hasLeft: boolean
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/** The storage and functions that keep and continue a begun link. */
export type BegunLinkOptions = {
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
 * Continues a link that was begun before a phone discarded the page, and stores the parts of the next one that would be
 * lost. If sessions are not kept, everything is in the tab's storage, including the keys of the pairing. A separate
 * chunk: a computer discards no page whose visitor is in a wallet.
 */
export function followBegunLink(options: BegunLinkOptions): void {
  const storage = options.keepSession ? options.storage : createLocalKeyValue(() => sessionStorage)
  const text = storage.get(begunLinkKey)
  options.subscribe(createMemory(options, storage))
  if (text !== undefined) void resume(options, storage, parseBegunLink(text))
}

/**
 * Stores the parts of a flow that would be lost with the page, and removes them once there is nothing to come back to.
 */
function createMemory({ getState }: BegunLinkOptions, storage: KeyValue): () => void {
  let shown: FlowState = getState().flow
  let leftWith: Topic | undefined
  return () => {
    const { flow, appSwitch, purpose } = getState()
    const pairing = pairingOf(flow) ?? silentPairing(flow)
    const hasLeft = appSwitch === 'opening' || appSwitch === 'left'
    if (flow === shown && !(hasLeft && leftWith !== pairing?.pairingTopic)) return
    shown = flow
    if (pairing === undefined || (purpose.kind !== 'link' && purpose.kind !== 'signIn')) {
      // After a pairing has been used, its session still has to sign.
      if (!isOnItsWay(flow)) storage.remove(begunLinkKey)
      return
    }
    const { pairingTopic, expiresAt } = pairing
    if (hasLeft) leftWith = pairingTopic
    const begun: BegunLink = {
      pairingTopic,
      purpose: purpose.kind,
      listingId: choiceOf(flow)?.listing.id,
      hasLeft: leftWith === pairingTopic,
      // The wallet may settle up to five minutes after it was found.
      endsAt: expiresAt + settleMs,
    }
    storage.set(begunLinkKey, JSON.stringify(begun))
  }
}

function isOnItsWay({ status }: FlowState): boolean {
  return status === 'proving' || status === 'choosing' || status === 'connecting'
}

/** At once if the visitor had left for a wallet, otherwise when a wallet answers. */
async function resume(options: BegunLinkOptions, storage: KeyValue, begun: BegunLink | undefined): Promise<void> {
  const { connector, signal, send, getState, now } = options
  const isOpen = () => getState().flow.status !== 'closed'
  const isOver = begun === undefined || begun.endsAt <= now()
  const resumed = isOver ? undefined : await connector.resume?.(begun.pairingTopic).catch(() => undefined)
  if (signal.aborted) return
  if (begun === undefined || resumed === undefined) {
    // A link begun meanwhile is stored there.
    if (!isOpen()) storage.remove(begunLinkKey)
    return
  }
  const { pairingTopic, listingId, hasLeft, purpose } = begun
  if (!hasLeft && !isOpen()) {
    // Nobody has opened the modal yet: it opens when there is something to continue.
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
  // Afterwards: its result belongs to an open pairing.
  options.adopt(resumed)
}

/** The wallet as it can be opened here. Without it the flow continues anyway. */
async function findChoice(listingId: string, modal: ModalOptions): Promise<Choice | undefined> {
  const listing = await import('../wallets/catalog.ts').then(
    ({ findListing }) => findListing(listingId, modal),
    () => undefined,
  )
  return listing !== undefined && hasVia(listing, 'mobile') ? { listing, via: 'mobile' } : undefined
}

/** Undefined for any other form than ours: other scripts write to this storage too (T-14). */
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
