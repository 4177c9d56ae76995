import { randomBytes } from 'node:crypto'
import { createDialect } from '../relay/dialects.ts'
import { type LoadSocket, openSocket } from '../relay/openSocket.ts'
import { flat, levelsOff } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { pickSpread } from './pickSpread.ts'
import { microsOfOthers } from './processorMicros.ts'
import type { Place, Subject } from './subject.ts'
import type { World } from './world.ts'

const deliver = 'publish, deliver and acknowledge a message'
const connect = 'connect, subscribe and leave'
const dialect = createDialect('irn', 5)
const manySockets = levelsOff('fewer messages at once go through one socket, so fewer share a read or a write')
const noDelivery = () => undefined
const fail = (error: Error) => {
  throw error
}

/** A relay in its own process, with more clients that listen. Each message goes to a different client. */
export const relayConnections: Subject = {
  part: 'relay',
  component: 'server, memory',
  grows: 'connections',
  sizes: [20, 200, 2_000],
  operations: [
    { name: deliver, count: 1_000, bound: manySockets },
    { name: connect, count: 60, bound: flat },
  ],
  open: openRelay,
}

async function openRelay(size: number, world: World): Promise<Place> {
  const { pid, port, stop } = await world.startRelay()
  const waiting = new Map<number, () => void>()
  const onDelivery = (number: number) => waiting.get(number)?.()
  const listen = (topic: string) =>
    openSocket({ port, dialect, topic, onAnswer: noDelivery, onDelivery, onFailure: fail })
  const topics = Array.from({ length: size }, () => randomBytes(32).toString('hex'))
  const listeners: LoadSocket[] = []
  await inBatches(size, 50, async (index) => listeners.push(await listen(topics[index] ?? '')))
  const publisher = await openSocket({ port, dialect, onAnswer: noDelivery, onDelivery, onFailure: fail })
  let number = 0
  const deliverOne = () =>
    new Promise<void>((resolve) => {
      number += 1
      const own = number
      waiting.set(own, () => {
        waiting.delete(own)
        resolve()
      })
      publisher.send(dialect.publish(pickSpread(topics, own), own))
    })
  const connectOne = async () => (await listen(randomBytes(32).toString('hex'))).close()
  return {
    async run(operation, count) {
      const work = async () => {
        await (operation === connect ? inBatches(count, 10, connectOne) : inBatches(count, 20, deliverOne))
        // A round trip follows the last acknowledgement or end of a connection, so that the relay has finished that work too.
        await deliverOne()
      }
      return microsOfOthers(work, [pid])
    },
    async close() {
      for (const socket of [publisher, ...listeners]) socket.close()
      await stop()
    },
  }
}
