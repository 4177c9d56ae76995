import type { AddressKey, Topic } from '@hawser/wire'
import { SubscriberLimitExceededError } from '../errors.ts'

/** The topics that each client id, and each address, is subscribed to at this relay, over all its sockets (T-89). */
export type ClientTopics = {
  /**
   * @param address - the address of the socket; undefined: not limited by address
   * @throws SubscriberLimitExceededError - in which case no topic is added
   */
  add(clientId: string, topics: readonly Topic[], address: AddressKey | undefined): void
  remove(clientId: string, topics: readonly Topic[], address: AddressKey | undefined): void
}

/**
 * @param options - the most topics of one client id, where a topic counts once; of one address, where it counts for each
 * socket; and of all clients together
 */
export function createClientTopics(options: {
  readonly perClient: number
  readonly perAddress: number
  readonly inAll: number
}): ClientTopics {
  const { perClient, perAddress, inAll } = options
  /** For each client id, its topics, each with the number of the client's sockets subscribed to it. */
  const byClient = new Map<string, Map<Topic, number>>()
  const byAddress = new Map<AddressKey, number>()
  let count = 0

  const addToAddress = (address: AddressKey | undefined, change: number) => {
    if (address === undefined) return
    const sum = (byAddress.get(address) ?? 0) + change
    if (sum > 0) byAddress.set(address, sum)
    else byAddress.delete(address)
  }
  return {
    add(clientId, topics, address) {
      if (topics.length === 0) return
      const mine = byClient.get(clientId) ?? new Map<Topic, number>()
      const fresh = topics.reduce((sum, topic) => sum + (mine.has(topic) ? 0 : 1), 0)
      if (mine.size + fresh > perClient)
        throw new SubscriberLimitExceededError(`One client may subscribe to at most ${perClient} topics.`, 'client')
      const ofAddress = address === undefined ? Number.NEGATIVE_INFINITY : (byAddress.get(address) ?? 0)
      if (ofAddress + topics.length > perAddress) {
        const text = `The clients of one address may subscribe to ${perAddress} topics. Try again when some have left theirs.`
        throw new SubscriberLimitExceededError(text, 'address')
      }
      if (count + fresh > inAll) {
        const text = 'This relay has as many subscriptions as it takes. Try again later.'
        throw new SubscriberLimitExceededError(text, 'store')
      }
      for (const topic of topics) mine.set(topic, (mine.get(topic) ?? 0) + 1)
      byClient.set(clientId, mine)
      addToAddress(address, topics.length)
      count += fresh
    },
    remove(clientId, topics, address) {
      const mine = byClient.get(clientId)
      if (mine === undefined) return
      let left = 0
      for (const topic of topics) {
        const sockets = mine.get(topic) ?? 0
        if (sockets > 0) left += 1
        if (sockets > 1) mine.set(topic, sockets - 1)
        else if (mine.delete(topic)) count -= 1
      }
      addToAddress(address, -left)
      if (mine.size === 0) byClient.delete(clientId)
    },
  }
}
