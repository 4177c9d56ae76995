import type { Topic } from '@hawser/wire'
import { ProposalExpiredError, UnknownProposalError } from '../errors.ts'
import type { Authentication, Proposal } from '../records/records.ts'
import type { LoadParse } from '../records/table.ts'
import type { Context } from '../session/context.ts'

/** A proposal or request from a pairing link. */
export type WalletRequest = Proposal | Authentication

/** Proposals or requests from pairing links that this wallet has not answered, all of one kind. */
export type WalletRequests<R extends WalletRequest> = {
  /** Lists the proposals or requests that can still be answered. */
  pending(): readonly R[]
  pendingOn(topic: Topic): R | undefined
  /** Also returns a proposal or request that expired within the last minute. */
  get(id: number): R | undefined
  /** @throws UnknownProposalError | ProposalExpiredError */
  require(id: number): R
  /** Keeps a proposal or request until it expires, which the event `proposalExpired` reports. */
  put(request: R): void
  /** Marks a proposal or request as answered, so that it is never answered again. */
  markAnswered(request: Pick<R, 'id' | 'pairingTopic'>): void
  /** Expires everything on a pairing, because the pairing has its session or is over. */
  expireAll(topic: Topic): void
  restore(): void
}

// An approval of a proposal that expired a moment ago is refused as expired, not as unknown (F-L12).
const expiredMs = 60_000

export function createWalletRequests<R extends WalletRequest>(
  { records, schedule, emitter, now }: Context,
  options: {
    /** The name of the table in the storage. */
    readonly name: string
    /** The kind of request, for error messages. */
    readonly noun: string
    readonly loadParse: LoadParse<R>
  },
): WalletRequests<R> {
  const { name, noun } = options
  const requests = records.table<number, R>(name, ({ id }) => id, options.loadParse)
  const keyOf = (id: number) => `${name}:${id}`
  const pending = () => requests.values().filter(({ expiresAt }) => expiresAt > now())
  const on = (topic: Topic) => pending().filter(({ pairingTopic }) => pairingTopic === topic)

  function forget(id: number): void {
    schedule.cancel(keyOf(id))
    requests.remove(id)
  }

  function watchExpiry({ id, pairingTopic, expiresAt }: R): void {
    const expire = () => {
      schedule.at(keyOf(id), now() + expiredMs, () => forget(id), 0)
      emitter.emit('proposalExpired', { id, pairingTopic })
    }
    schedule.at(keyOf(id), expiresAt, expire, 0)
  }

  return {
    pending,
    pendingOn: (topic) => on(topic)[0],
    get: (id) => requests.get(id),
    require(id) {
      const request = requests.get(id)
      if (request === undefined) {
        throw new UnknownProposalError(`No ${noun} with this id is pending. It was answered or has expired.`)
      }
      if (request.expiresAt <= now()) throw new ProposalExpiredError(`The ${noun} has expired. Ask for a new link.`)
      return request
    },
    put(request) {
      requests.put(request)
      watchExpiry(request)
    },
    markAnswered({ id, pairingTopic }) {
      forget(id)
      const pairing = records.pairings.get(pairingTopic)
      if (pairing !== undefined) records.pairings.put({ ...pairing, answeredId: id })
    },
    expireAll(topic) {
      for (const { id, pairingTopic } of on(topic)) {
        forget(id)
        emitter.emit('proposalExpired', { id, pairingTopic })
      }
    },
    restore() {
      for (const request of requests.values()) watchExpiry(request)
    },
  }
}
