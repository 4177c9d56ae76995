import { type BaseError, PairingExpiredError, reasons, type Topic } from '@hawser/wire'
import { hexToBytes } from '../envelope/keys.ts'
import { InvalidSessionMessageError, ProposalCancelledError, UnknownPairingError } from '../errors.ts'
import { routes } from '../message/routes.ts'
import { formatRequest } from '../message/sessionMessage.ts'
import type { PairingRecord } from '../records/records.ts'
import type { Context } from './context.ts'
import type { IncomingRequest } from './exchange.ts'

/** Pairings of both roles: channels on which sessions are proposed. */
export type Pairings = {
  /** Keeps a pairing and listens on its topic. Resolves when the relay has the subscription, or when `compose` resolves. */
  add(pairing: PairingRecord, compose?: () => Promise<void>): Promise<void>
  remove(topic: Topic, error: BaseError): void
  /** Listens to the stored pairings again. */
  restore(): void
  onRequest(request: IncomingRequest): Promise<true | undefined>
  list(): readonly OpenPairing[]
  ping(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  delete(params: { topic: Topic }): Promise<void>
}

/** A pairing that can still be used. */
export type OpenPairing = Pick<PairingRecord, 'topic' | 'expiresAt' | 'role'>

export function createPairings(context: Context, onEnded: (topic: Topic, error: BaseError) => void): Pairings {
  const { records, exchange, schedule, emitter, relay, now } = context

  function remove(topic: Topic, error: BaseError): void {
    const pairing = records.pairings.get(topic)
    schedule.cancel(`pairing:${topic}`)
    records.pairings.remove(topic)
    exchange.close(topic, error)
    // A used pairing ends silently.
    if (error instanceof ProposalCancelledError || pairing?.answeredId !== undefined) return
    if (pairing !== undefined && pairing.expiresAt <= now()) emitter.emit('pairingExpired', { topic })
  }

  async function requirePairing(topic: Topic): Promise<void> {
    await context.ready()
    if (records.pairings.get(topic) === undefined) {
      throw new UnknownPairingError('No pairing has this topic. It ended, expired, or was used.')
    }
  }

  function end(topic: Topic, error: BaseError): void {
    remove(topic, error)
    onEnded(topic, error)
  }

  function listen({ topic, expiresAt, symKey }: PairingRecord, compose?: () => Promise<void>): Promise<void> {
    schedule.at(`pairing:${topic}`, expiresAt, () => {
      end(topic, new PairingExpiredError('The pairing link expired before it was used. Ask for a new one.'))
    })
    return exchange.open(topic, hexToBytes(symKey), compose)
  }

  return {
    add(pairing, compose) {
      records.pairings.put(pairing)
      return listen(pairing, compose)
    },
    restore() {
      for (const pairing of records.pairings.values()) void listen(pairing)
    },
    remove,
    async onRequest({ topic, id, method }) {
      if (method === 'wc_pairingPing') return true
      if (method === 'wc_pairingDelete') {
        void exchange.answer(topic, id, method, { result: true })
        end(topic, new PairingExpiredError('The peer deleted the pairing.'))
        emitter.emit('pairingDeleted', { topic })
        return undefined
      }
      // A dapp that also supports wc_sessionAuthenticate sends an ordinary proposal with it. If the wallet refused the
      // request, the dapp would give up the proposal too.
      if (method === 'wc_sessionAuthenticate') return undefined
      throw new InvalidSessionMessageError('This client does not know the method.', reasons.methodUnsupported)
    },
    list: () => records.pairings.values().map(({ topic, expiresAt, role }) => ({ topic, expiresAt, role })),
    async ping({ topic, signal }) {
      await requirePairing(topic)
      await exchange.ask(topic, 'wc_pairingPing', {}, signal)
    },
    async delete({ topic }) {
      await requirePairing(topic)
      const message = exchange.seal(
        topic,
        formatRequest(exchange.nextId(), 'wc_pairingDelete', reasons.userDisconnected),
      )
      // The pairing ends first, which drops messages still to be sent on the topic.
      end(topic, new ProposalCancelledError('This side deleted the pairing.'))
      if (message !== undefined) await relay.withTimeout(relay.publish({ topic, message, ...routes.wc_pairingDelete }))
    },
  }
}
