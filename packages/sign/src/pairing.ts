import { type BaseError, reasons, type Topic } from '@hawser/wire'
import type { Context } from './context.ts'
import { InvalidSessionMessageError, PairingExpiredError } from './errors.ts'
import type { IncomingRequest } from './exchange.ts'
import { hexToBytes } from './keys.ts'
import type { PairingRecord } from './records.ts'

/** Pairings of both roles: channels on which sessions are proposed. */
export type Pairings = {
  /** Keeps a pairing and listens on its topic. Resolves when the relay has the subscription, or when `compose` does. */
  add(pairing: PairingRecord, compose?: () => Promise<void>): Promise<void>
  /** Remembers that a proposal is answered, so that it never is again. */
  markAnswered(topic: Topic, proposalId: number): void
  remove(topic: Topic, error: BaseError): void
  /** Listens to the stored pairings again. */
  restore(): void
  onRequest(request: IncomingRequest): Promise<true | undefined>
}

export function createPairings(context: Context, onEnded: (topic: Topic, error: BaseError) => void): Pairings {
  const { records, exchange, schedule } = context

  function remove(topic: Topic, error: BaseError): void {
    schedule.cancel(`pairing:${topic}`)
    records.pairings.remove(topic)
    exchange.close(topic, error)
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
    markAnswered(topic, proposalId) {
      const pairing = records.pairings.get(topic)
      if (pairing !== undefined) records.pairings.put({ ...pairing, answeredId: proposalId })
    },
    remove,
    async onRequest({ topic, id, method }) {
      if (method === 'wc_pairingPing') return true
      if (method === 'wc_pairingDelete') {
        void exchange.answer(topic, id, method, { result: true })
        end(topic, new PairingExpiredError('The peer deleted the pairing.'))
        return undefined
      }
      // A dapp that can also sign in by wc_sessionAuthenticate sends an ordinary proposal with it; a refusal of the one
      // would make it give up the other.
      if (method === 'wc_sessionAuthenticate') return undefined
      throw new InvalidSessionMessageError('This client does not know the method.', reasons.methodUnsupported)
    },
  }
}
