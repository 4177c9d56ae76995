import { asInteger, asObject, field, isListingId, isTopic, type Topic } from '@hawser/wire'
import { createLocalKeyValue, type KeyValue } from '../platform/keyValue.ts'
import type { Platform } from '../platform/platform.ts'
import type { Effect } from './event.ts'
import type { LinkPurpose } from './purpose.ts'
import { choiceOf, type FlowState, pairingOf } from './state.ts'

/** A link that was begun in a page which a phone may have thrown away since. */
export type BegunLink = {
  readonly pairingTopic: Topic
  readonly purpose: 'link' | 'signIn'
  /** Of the wallet that was opened. Its name and links are looked up, never stored (T-14). */
  readonly listingId: string | undefined
  /** The visitor had left for a wallet: the page goes on where they are expected back. */
  readonly hasLeft: boolean
  /** Epoch milliseconds. */
  readonly endsAt: number
}

type BegunLinkOptions = {
  readonly keepSession?: boolean | undefined
  readonly linkUrl?: string | undefined
  readonly storage?: KeyValue
  /** The host app's own, which has its own memory. */
  readonly connector?: object
}

/** The documented key under which it is kept. */
export const begunLinkKey = 'hawser.begun'

const maxLength = 512
const settleMs = 300_000

/**
 * Where a begun link is kept, or undefined on a device that throws no pages away. The keys of its pairing are in the same place:
 * what ends with the link is of this tab alone.
 */
export function begunLinkStorage(
  { keepSession, linkUrl, storage, connector }: BegunLinkOptions,
  platform: Platform,
): KeyValue | undefined {
  if (platform.device !== 'phone' || connector !== undefined) return undefined
  const isKept = keepSession ?? linkUrl === undefined
  return isKept ? (storage ?? createLocalKeyValue()) : createLocalKeyValue(() => sessionStorage)
}

/** Keeps what of a flow would be lost with the page, and forgets it once there is nothing to come back to. */
export function rememberBegunLink(
  storage: KeyValue,
  flow: FlowState,
  { kind }: LinkPurpose,
  effects: readonly Effect[],
): void {
  const pairing = pairingOf(flow)
  if (pairing !== undefined && (kind === 'link' || kind === 'signIn')) {
    const { pairingTopic, expiresAt } = pairing
    const before = readBegunLink(storage, 0)
    const hasLeft =
      effects.some(({ type }) => type === 'openLink') || (before?.pairingTopic === pairingTopic && before.hasLeft)
    const listingId = choiceOf(flow)?.listing.id
    // The wallet may settle up to five minutes after it was found.
    const begun: BegunLink = { pairingTopic, purpose: kind, listingId, hasLeft, endsAt: expiresAt + settleMs }
    storage.set(begunLinkKey, JSON.stringify(begun))
  } else if (flow.status !== 'proving') storage.remove(begunLinkKey)
}

/** Reads it. What is not of our own form, or over, is removed: other scripts write to this storage too. */
export function readBegunLink(storage: KeyValue, now: number): BegunLink | undefined {
  const text = storage.get(begunLinkKey)
  const begun = text === undefined || text.length > maxLength ? undefined : parseBegunLink(text)
  if (begun !== undefined && begun.endsAt > now) return begun
  if (text !== undefined) storage.remove(begunLinkKey)
  return undefined
}

function parseBegunLink(text: string): BegunLink | undefined {
  try {
    const value = asObject(JSON.parse(text)) ?? {}
    const pairingTopic = field(value, 'pairingTopic')
    const purpose = field(value, 'purpose')
    const listingId = field(value, 'listingId')
    const endsAt = asInteger(field(value, 'endsAt'), 0, Number.MAX_SAFE_INTEGER)
    if (!isTopic(pairingTopic) || (purpose !== 'link' && purpose !== 'signIn') || endsAt === undefined) return undefined
    if (listingId !== undefined && !isListingId(listingId)) return undefined
    return { pairingTopic, purpose, listingId, hasLeft: field(value, 'hasLeft') === true, endsAt }
  } catch {
    return undefined
  }
}
