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
import { deadlineHere } from '../lifetime/deadline.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import { abortReason, throwIfAborted } from '../lifetime/throwIfAborted.ts'
import { authenticateMethod } from '../message/authenticationMessage.ts'
import type { Authentication, Proposal } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import type { Pairings } from '../session/pairing.ts'
import type { WalletRequest, WalletRequests } from './walletRequests.ts'

/** The pairing links that this wallet has opened. */
export type PairingLinks = {
  /** Pairs, and waits for what is asked there. */
  open(params: { pairingUri: string; signal?: AbortSignal }): Promise<WalletRequest>
  /** Settles what waits on a pairing: with what was asked there, or with why that could not be read. */
  tell(topic: Topic, asked: WalletRequest | BaseError): void
  /**
   * A pairing gives one session at a time. What the wallet found of who asks it found for that question; another one on the
   * same pairing may come from elsewhere (T-31). After a rejection there is nothing to mix up, and the dapp may ask again.
   */
  hasSession(topic: Topic): boolean
}

/** A link may come from a clock ahead of ours, but none is meant to last. */
export const maxPairingLifetimeMs = 3_600_000
// What the relay keeps comes right after the subscription.
const lateMs = 2_000

/** `authentications` is there in a wallet that signs in (wc_sessionAuthenticate). */
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

  /** By our clock the link is over: so it is, unless the relay still has what was proposed. */
  function watchLate(topic: Topic): void {
    const end = () => {
      if (!waiting.has(topic)) return
      const error = new PairingExpiredError('The pairing link has expired. Ask for a new one.')
      pairings.remove(topic, error)
      tell(topic, error)
    }
    schedule.at(`late:${topic}`, now() + lateMs, end)
  }

  /** Refuses a link that cannot be opened. Gives its end by our clock. */
  async function checkLink({ topic, symKey, expiresAt }: PairingUri): Promise<number> {
    const linkExpiresAt = deadlineHere(expiresAt ?? now() + pairingLifetimeMs, now(), maxPairingLifetimeMs)
    if (linkExpiresAt <= now()) {
      throw new PairingExpiredError('The pairing link has expired. Ask for a new one.')
    }
    // Otherwise a link could put its own key under a topic that is already in use here.
    if ((await topicOf(hexToBytes(symKey))) !== topic) {
      throw new InvalidPairingUriError('The topic of a pairing link is the hash of its key.')
    }
    if (records.pairings.get(topic)?.role === 'dapp') {
      throw new InvalidPairingUriError('This pairing link was made by this very client.')
    }
    if (hasSession(topic)) {
      throw new PairingExpiredError('The pairing link was answered already. Ask for a new one.')
    }
    return linkExpiresAt
  }

  /** Listens on the pairing of a link. Resolves to what is asked there, once the relay has the subscription. */
  async function listen(uri: PairingUri, linkExpiresAt: number): Promise<Deferred<WalletRequest>> {
    const { topic, symKey } = uri
    const known = records.pairings.get(topic)
    if (known?.answeredId !== undefined) {
      throw new PairingExpiredError('The pairing link was answered already. Ask for a new one.')
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
      // A clock that is far off is the relay's to name, which is asked first.
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
