import { expect, test } from 'vitest'
import { SubscriberLimitExceededError } from '../errors.ts'
import { createClientTopics } from './clientTopics.ts'

const topics = (...names: readonly string[]) => names.map((name) => name.repeat(64))

test('T-89 clientTopics: a topic counts once for a client, over all its sockets', () => {
  const all = createClientTopics({ perClient: 2, perAddress: 10, inAll: 10 })
  all.add('wallet', topics('a', 'b'), undefined)
  all.add('wallet', topics('a', 'b'), undefined)
  expect(() => all.add('wallet', topics('c'), undefined)).toThrow(SubscriberLimitExceededError)
  all.remove('wallet', topics('a', 'b'), undefined)
  expect(() => all.add('wallet', topics('c'), undefined)).toThrow(SubscriberLimitExceededError)
  all.remove('wallet', topics('a'), undefined)
  all.add('wallet', topics('c'), undefined)
  all.add('dapp', topics('d', 'e'), undefined)
})

test('T-89 clientTopics: a batch that does not fit adds nothing; all together have a bound', () => {
  const all = createClientTopics({ perClient: 3, perAddress: 4, inAll: 4 })
  all.add('wallet', topics('a', 'b'), undefined)
  expect(() => all.add('wallet', topics('c', 'd'), undefined)).toThrow(SubscriberLimitExceededError)
  all.add('dapp', topics('a'), undefined)
  expect(() => all.add('dapp', topics('b', 'c'), undefined)).toThrow(SubscriberLimitExceededError)
  all.add('dapp', topics('b'), undefined)
  all.remove('wallet', topics('a', 'b', 'b', 'z'), undefined)
  all.remove('nobody', topics('a'), undefined)
  all.add('third', topics('a', 'b'), undefined)
  expect(() => all.add('third', topics('c'), undefined)).toThrow(SubscriberLimitExceededError)
})

test('T-89 clientTopics: an address has its own share over all its client ids', () => {
  const all = createClientTopics({ perClient: 3, perAddress: 4, inAll: 10 })
  all.add('one', topics('a', 'b', 'c'), '192.0.2.1')
  expect(() => all.add('two', topics('d', 'e'), '192.0.2.1')).toThrow(expect.objectContaining({ bound: 'address' }))
  all.add('two', topics('d'), '192.0.2.1')
  all.add('three', topics('d', 'e'), '192.0.2.2')
  all.add('four', topics('f', 'g', 'h'), undefined)
  all.remove('one', topics('a', 'b', 'z'), '192.0.2.1')
  all.add('two', topics('e', 'f'), '192.0.2.1')
  expect(() => all.add('five', topics('g'), '192.0.2.1')).toThrow(SubscriberLimitExceededError)
})
