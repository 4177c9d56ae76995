import { randomBytes } from 'node:crypto'
import { createDialect } from '../../bench/relay/dialects.ts'
import { type LoadSocket, openSocket } from '../../bench/relay/openSocket.ts'

/** As much load as one relay takes: pairs of a publisher and a listener, each on its own topic. */
export type Mill = {
  /** Resolves when this many more messages are answered and delivered. */
  publish(count: number): Promise<void>
  /**
   * Resolves when this many clients have connected, subscribed and disconnected, each with a new identity and its own topic.
   */
  comeAndGo(count: number, together: number): Promise<void>
  stop(): void
}

type Pair = { topic: string; publisher: LoadSocket; sent: number; answered: number; delivered: number }

/** @param options - `window` is the most messages of one pair in flight */
export async function startMill(options: {
  readonly port: number
  readonly pairs: number
  readonly window: number
  readonly ttlSeconds: number
}): Promise<Mill> {
  const { port, window } = options
  const dialect = createDialect('irn', options.ttlSeconds)
  const sockets: LoadSocket[] = []
  const pairs: Pair[] = []
  let due = 0
  let sent = 0
  let done = 0
  let fail = (_error: Error) => {}
  let finish = () => {}
  const newTopic = () => randomBytes(32).toString('hex')
  const handlers = { onAnswer: () => {}, onDelivery: () => {}, onFailure: (error: Error) => fail(error) }

  const fill = (pair: Pair) => {
    while (sent < due && pair.sent - Math.min(pair.answered, pair.delivered) < window) {
      sent += 1
      pair.sent += 1
      pair.publisher.send(dialect.publish(pair.topic, sent))
    }
  }
  const settle = (pair: Pair, kind: 'answered' | 'delivered') => {
    const before = Math.min(pair.answered, pair.delivered)
    pair[kind] += 1
    done += Math.min(pair.answered, pair.delivered) - before
    fill(pair)
    if (done === due) finish()
  }
  for (let index = 0; index < options.pairs; index += 1) {
    const topic = newTopic()
    const publisher = await openSocket({ port, dialect, ...handlers, onAnswer: () => settle(pair, 'answered') })
    const pair: Pair = { topic, publisher, sent: 0, answered: 0, delivered: 0 }
    const onDelivery = () => settle(pair, 'delivered')
    sockets.push(publisher, await openSocket({ port, dialect, topic, ...handlers, onDelivery }))
    pairs.push(pair)
  }
  return {
    publish: (count) =>
      new Promise((resolve, reject) => {
        finish = resolve
        fail = reject
        due += count
        for (const pair of pairs) fill(pair)
      }),
    async comeAndGo(count, together) {
      let left = count
      const visit = async () => {
        while (left > 0) {
          left -= 1
          const socket = await openSocket({ port, dialect, topic: newTopic(), ...handlers })
          socket.close()
        }
      }
      await Promise.all(Array.from({ length: together }, visit))
    },
    stop() {
      for (const socket of sockets) socket.close()
    },
  }
}
