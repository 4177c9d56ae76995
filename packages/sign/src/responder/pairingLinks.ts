import {
  type BaseError,
  InvalidPairingUriError,
  PairingExpiredError,
  type PairingUri,
  parsePairingUri,
  type Topic,
} from '@hawser/wire'
import { pairingLifetimeMs, topicOf } from '../envelope/createPairing.ts'
import { hexToBytes } from '../envelope/keys.ts'
import { toLocalDeadline } from '../lifetime/deadline.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import { abortReason, throwIfAborted } from '../lifetime/throwIfAborted.ts'
import { authenticateMethod } from '../message/authenticationMessage.ts'
import type { Authentication, Proposal } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import type { Pairings } from '../session/pairing.ts'
import type { WalletRequest, WalletRequests } from './walletRequests.ts'

/** The pairing links that this wallet has opened. */
export type PairingLinks = {
  /** Opens a pairing link and waits for its proposal or request. */
  open(params: { pairingUri: string; signal?: AbortSignal }): Promise<WalletRequest>
  /** Settles the wait on a pairing: with the proposal or request, or with the error if it could not be read. */
  tell(topic: Topic, asked: WalletRequest | BaseError): void
  /**
   * Whether a pairing has a session. A pairing gives one session at a time: the wallet checked the origin of that
   * proposal, and another one on the same pairing can come from elsewhere (T-31). After a rejection nothing can be
   * mixed up, and the dapp may ask again.
   */
  hasSession(topic: Topic): boolean
}

/** The longest lifetime of a pairing link. A link can come from a clock ahead of this one, but no link is long-lived. */
export const maxPairingLifetimeMs = 3_600_000
// The relay sends stored messages right after the subscription.
const lateMs = 2_000

/** `authentications` is set in a wallet that signs in (wc_sessionAuthenticate). */
export function createPairingLinks(
  context: Context,
  pairings: Pairings,
  proposals: WalletRequests<Proposal>,
  authentications: WalletRequests<Authentication> | undefined,
): PairingLinks {
  const { records, schedule, deferreds, relay, emitter, now } = context
  const waiting = new Map<Topic, Deferred<WalletRequest>>()
  const hasSession = (topic: Topic) => records.sessions.values().some(({ session }) => session.pairingTopic === topic)

  function tell(topic: Topic, asked: WalletRequest | BaseError): void {
    const waiter = waiting.get(topic)
    waiting.delete(topic)
    if (asked instanceof Error) waiter?.reject(asked)
    else waiter?.resolve(asked)
  }

  /** Ends a link that has expired by this client's clock, unless the relay still stores its proposal. */
  function watchLate(topic: Topic): void {
    const end = () => {
      if (!waiting.has(topic)) return
      const error = new PairingExpiredError('The pairing link has expired. Ask for a new one.')
      pairings.remove(topic, error)
      tell(topic, error)
    }
    schedule.at(`late:${topic}`, now() + lateMs, end)
  }

  /** Refuses a link that cannot be opened. Returns the link's expiry by this client's clock. */
  async function checkLink({ topic, symKey, expiresAt }: PairingUri): Promise<number> {
    const linkExpiresAt = toLocalDeadline(expiresAt ?? now() + pairingLifetimeMs, now(), maxPairingLifetimeMs)
    if (linkExpiresAt <= now()) {
      throw new PairingExpiredError('The pairing link has expired. Ask for a new one.')
    }
    // Otherwise a link could put its own key under a topic that is already in use here.
    if ((await topicOf(hexToBytes(symKey))) !== topic) {
      throw new InvalidPairingUriError('The topic of a pairing link must be the hash of its key.')
    }
    if (records.pairings.get(topic)?.role === 'dapp') {
      throw new InvalidPairingUriError('This client made this pairing link itself.')
    }
    if (hasSession(topic)) {
      throw new PairingExpiredError('This pairing link was already answered. Ask for a new one.')
    }
    return linkExpiresAt
  }

  /**
   * Listens on the pairing of a link. Resolves when the relay has the subscription; the deferred settles with the
   * proposal or request.
   */
  async function listen(uri: PairingUri, linkExpiresAt: number): Promise<Deferred<WalletRequest>> {
    const { topic, symKey } = uri
    const known = records.pairings.get(topic)
    if (known?.answeredId !== undefined) {
      throw new PairingExpiredError('This pairing link was already answered. Ask for a new one.')
    }
    const waiter = waiting.get(topic) ?? deferreds.defer<WalletRequest>()
    waiting.set(topic, waiter)
    const expiresAt = known?.expiresAt ?? Math.min(linkExpiresAt, now() + maxPairingLifetimeMs)
    const authenticates = authentications !== undefined && uri.methods.includes(authenticateMethod)
    const pairing = { topic, symKey, expiresAt, role: 'wallet', ...(authenticates && { authenticates }) } as const
    await relay.withTimeout(pairings.add(pairing))
    if (linkExpiresAt !== uri.expiresAt && uri.expiresAt !== undefined) watchLate(topic)
    return waiter
  }

  return {
    async open({ pairingUri, signal }) {
      const uri = parsePairingUri(pairingUri)
      throwIfAborted(signal)
      await context.ready()
      // The check accepts a link that expired less than an hour ago: the relay can report a clock that is far off.
      const linkExpiresAt = await checkLink(uri)
      const pending = authentications?.pendingOn(uri.topic) ?? proposals.pendingOn(uri.topic)
      if (pending !== undefined) {
        if (pending.kind === 'proposal') emitter.emit('proposal', pending)
        else emitter.emit('authentication', pending)
        return pending
      }
      const { promise } = await listen(uri, linkExpiresAt)
      return abortable(promise, signal)
    },
    tell,
    hasSession,
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortReason(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
