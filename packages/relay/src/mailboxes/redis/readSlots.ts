import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import type { Moment } from './redisSteps.ts'

/** Limits how many long logs are read at once, so that one read does not wait for all others. */
export type ReadSlots = {
  /**
   * Runs a read of a topic once there is a slot. After four reads for messages that passed waiting reads for readers, one of those
   * runs.
   */
  run<T>(moment: Moment, topic: Topic, purpose: ReadPurpose, read: () => Promise<T>): Promise<T>
  /** From now on, each read of a topic is one for a message, because a message waits for it. Returns a function that ends this. */
  hurry(topic: Topic): () => void
}

export type ReadPurpose = 'message' | 'reader'

type Waiting = { readonly topic: Topic; readonly begin: () => void }
/** The slots of one node of Redis, so that the others go on while it does not answer. */
type NodeSlots = { free: number; passed: number; readonly message: Waiting[]; readonly reader: Waiting[] }

const mostPassing = 4

/** @param options - `count` is the number of slots of a node */
export function createReadSlots(options: {
  readonly count: number
  readonly addressOf: (topic: Topic) => string
}): ReadSlots {
  const nodes = new Map<string, NodeSlots>()
  // How many messages wait for each topic.
  const hurried = new Map<Topic, number>()
  const nodeOf = (topic: Topic): NodeSlots => {
    const address = options.addressOf(topic)
    const node = nodes.get(address) ?? { free: options.count, passed: 0, message: [], reader: [] }
    nodes.set(address, node)
    return node
  }
  return {
    async run({ deadline }, topic, purpose, read) {
      const node = nodeOf(topic)
      if (node.free > 0) node.free -= 1
      else await new Promise<void>((begin) => node[hurried.has(topic) ? 'message' : purpose].push({ topic, begin }))
      try {
        if (deadline.isOver) throw new MailboxFailedError('Redis has not answered in time. Try again.')
        return await read()
      } finally {
        const next = takeNext(node)
        if (next === undefined) node.free += 1
        else next.begin()
      }
    },
    hurry(topic) {
      const { message, reader } = nodeOf(topic)
      const place = reader.findIndex((waiting) => waiting.topic === topic)
      if (place >= 0) message.push(...reader.splice(place, 1))
      hurried.set(topic, (hurried.get(topic) ?? 0) + 1)
      return () => {
        const left = (hurried.get(topic) ?? 0) - 1
        if (left > 0) hurried.set(topic, left)
        else hurried.delete(topic)
      }
    },
  }
}

function takeNext(node: NodeSlots): Waiting | undefined {
  const isForReader = node.message.length === 0 || (node.passed >= mostPassing && node.reader.length > 0)
  node.passed = isForReader || node.reader.length === 0 ? 0 : node.passed + 1
  return isForReader ? node.reader.shift() : node.message.shift()
}
