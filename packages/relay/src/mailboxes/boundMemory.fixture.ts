import { createHash } from 'node:crypto'
import type { Mailbox } from './mailbox.ts'
import { publishOf } from './publishOf.fixture.ts'

type Node = { send(...words: string[]): Promise<string> }

/** Enough topics that each node of a cluster has some. */
const warmTopics = Array.from({ length: 24 }, (_, index) => createHash('sha256').update(`warm ${index}`).digest('hex'))

/** The bytes that count against `maxmemory`. Bytes that wait for a slow disk do not. */
async function countedMemory(node: Node): Promise<number> {
  const info = await node.send('INFO', 'memory')
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
  return read('used_memory') - read('mem_aof_buffer')
}

/**
 * Gives each node `room` bytes for messages. Scripts and connection buffers count in Redis's memory too. So every call is made
 * once beforehand; otherwise the first calls of a test would use up the room.
 */
export async function boundMemory(mailbox: Mailbox, nodes: readonly Node[], room: number): Promise<void> {
  const put = (text: string) =>
    Promise.allSettled(warmTopics.map((topic) => mailbox.put('warm', [publishOf(text.repeat(10_000), { topic })])))
  await put('x')
  for (const topic of warmTopics) {
    const { messages } = await mailbox.pending('late', [{ topic, afterSequence: 0 }])
    await mailbox.remove('warm', messages)
  }
  for (const node of nodes) await node.send('CONFIG', 'SET', 'maxmemory', '1')
  await put('y')
  for (const node of nodes) {
    await node.send('FLUSHALL')
    await node.send('CONFIG', 'SET', 'maxmemory', String(Math.floor((await countedMemory(node)) + room)))
  }
}
