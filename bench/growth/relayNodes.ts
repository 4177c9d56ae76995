import { randomBytes } from 'node:crypto'
import { createRedisMailbox, type Mailbox } from '@hawser/relay'
import { startRedis } from '@hawser/test-kit/startRedis'
import { levelsOff } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { pickSpread } from './pickSpread.ts'
import { processorMicros } from './processorMicros.ts'
import type { Place, Subject } from './subject.ts'

const pass = 'store on one node, deliver and acknowledge on another'
const publisher = 'publisher'
const reader = 'reader'

const unshared = levelsOff('fewer messages at once go through one node, so fewer share a read or a write of Redis')

/** The mailboxes of more relay nodes on one Redis. The processor time is that of the nodes and of Redis. */
export const relayNodes: Subject = {
  part: 'relay',
  component: 'mailbox, Redis',
  grows: 'nodes',
  sizes: [2, 20, 200],
  operations: [{ name: pass, count: 200, bound: unshared }],
  open: openNodes,
}

type Node = { readonly mailbox: Mailbox; readonly waiting: Map<string, () => void> }

async function openNodes(size: number): Promise<Place> {
  const redis = await startRedis()
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.send('INFO', 'server'))?.[1])
  const nodes: Node[] = []
  await inBatches(size, 20, async () => nodes.push(await openNode(redis.url)))
  let number = 0
  const passOne = async () => {
    number += 1
    await passMessage(pickSpread(nodes, number), pickSpread(nodes, number + 1), `message ${number}`)
  }
  return {
    run: (_, count) => processorMicros(() => inBatches(count, 10, passOne), [redisPid]),
    async close() {
      await Promise.all(nodes.map(({ mailbox }) => mailbox.close()))
      await redis.stop()
    },
  }
}

async function openNode(url: string): Promise<Node> {
  const mailbox = await createRedisMailbox({ url, timeoutMs: 30_000 })
  const waiting = new Map<string, () => void>()
  mailbox.listen({
    onStored(messages) {
      for (const { topic } of messages) waiting.get(topic)?.()
    },
    onGap: () => {},
  })
  return { mailbox, waiting }
}

/** Passes a message on its own topic, as the first message of a pairing is. */
async function passMessage(from: Node, to: Node, message: string): Promise<void> {
  const topic = randomBytes(32).toString('hex')
  await to.mailbox.watch([topic])
  const heard = new Promise<void>((resolve) => to.waiting.set(topic, resolve))
  await from.mailbox.put(publisher, [{ topic, message, ttlSeconds: 30, tag: 1108, prompt: false, attestation: '' }])
  await heard
  to.waiting.delete(topic)
  const { messages } = await to.mailbox.pending(reader, [{ topic, afterSequence: 0 }])
  if (messages.length !== 1) throw new Error('A message was not delivered.')
  await to.mailbox.remove(reader, messages)
  to.mailbox.unwatch([topic])
}
