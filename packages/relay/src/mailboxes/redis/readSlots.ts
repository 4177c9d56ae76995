import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import type { Moment } from './redisSteps.ts'

/** Limits how many logs are read from their start at once. Work in a slot must not wait for work that waits for a slot. */
export type ReadSlots = {
  /** Runs the work on a topic before all work of `later` that still waits, except that four pass one. */
  first<T>(moment: Moment, topic: Topic, work: () => Promise<T>): Promise<T>
  later<T>(moment: Moment, topic: Topic, work: () => Promise<T>): Promise<T>
}

type Begin = () => void
/** The slots of one node of Redis, so that the others go on while it does not answer. */
type NodeSlots = { free: number; passed: number; readonly first: Begin[]; readonly later: Begin[] }

const mostPassing = 4

/** @param options - `count` is the number of slots of a node */
export function createReadSlots(options: {
  readonly count: number
  readonly addressOf: (topic: Topic) => string
}): ReadSlots {
  const nodes = new Map<string, NodeSlots>()
  const nodeOf = (topic: Topic): NodeSlots => {
    const address = options.addressOf(topic)
    const node = nodes.get(address) ?? { free: options.count, passed: 0, first: [], later: [] }
    nodes.set(address, node)
    return node
  }
  const runIn =
    (kind: 'first' | 'later') =>
    async <T>({ deadline }: Moment, topic: Topic, work: () => Promise<T>): Promise<T> => {
      const node = nodeOf(topic)
      if (node.free > 0) node.free -= 1
      else await new Promise<void>((resolve) => node[kind].push(resolve))
      try {
        if (deadline.isOver) throw new MailboxFailedError('Redis has not answered in time. Try again.')
        return await work()
      } finally {
        const begin = takeNext(node)
        if (begin === undefined) node.free += 1
        else begin()
      }
    }
  return { first: runIn('first'), later: runIn('later') }
}

function takeNext(node: NodeSlots): Begin | undefined {
  const isLater = node.first.length === 0 || (node.passed >= mostPassing && node.later.length > 0)
  node.passed = isLater || node.later.length === 0 ? 0 : node.passed + 1
  return isLater ? node.later.shift() : node.first.shift()
}
