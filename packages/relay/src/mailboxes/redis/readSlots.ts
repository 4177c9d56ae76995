import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import type { Moment } from './redisSteps.ts'

/**
 * Limits how many logs are read at once, so that one read does not wait for all others. A read in a slot must not wait for a put,
 * which can wait for a slot.
 */
export type ReadSlots = {
  /**
   * Runs a read of a topic once there is a slot. After four reads for messages that passed waiting reads for readers, one of those
   * runs.
   */
  run<T>(moment: Moment, topic: Topic, purpose: ReadPurpose, read: () => Promise<T>): Promise<T>
}

export type ReadPurpose = 'message' | 'reader'

type Begin = () => void
/** The slots of one node of Redis, so that the others go on while it does not answer. */
type NodeSlots = { free: number; passed: number; readonly message: Begin[]; readonly reader: Begin[] }

const mostPassing = 4

/** @param options - `count` is the number of slots of a node */
export function createReadSlots(options: {
  readonly count: number
  readonly addressOf: (topic: Topic) => string
}): ReadSlots {
  const nodes = new Map<string, NodeSlots>()
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
      else await new Promise<void>((begin) => node[purpose].push(begin))
      try {
        if (deadline.isOver) throw new MailboxFailedError('Redis has not answered in time. Try again.')
        return await read()
      } finally {
        const next = takeNext(node)
        if (next === undefined) node.free += 1
        else next()
      }
    },
  }
}

function takeNext(node: NodeSlots): Begin | undefined {
  const isForReader = node.message.length === 0 || (node.passed >= mostPassing && node.reader.length > 0)
  node.passed = isForReader || node.reader.length === 0 ? 0 : node.passed + 1
  return isForReader ? node.reader.shift() : node.message.shift()
}
