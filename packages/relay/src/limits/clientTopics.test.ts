import { expect, test } from 'vitest'
import { SubscriberLimitExceededError } from '../errors.ts'
import { createClientTopics } from './clientTopics.ts'

const topics = (...names: readonly string[]) => names.map((name) => name.repeat(64))

test('T-89 clientTopics: a topic counts once for a client, over all its sockets', () => {
  const all = createClientTopics({ perClient: 2, inAll: 10 })
  all.add('wallet', topics('a', 'b'))
  all.add('wallet', topics('a', 'b'))
  expect(() => all.add('wallet', topics('c'))).toThrow(SubscriberLimitExceededError)
  all.remove('wallet', topics('a', 'b'))
  expect(() => all.add('wallet', topics('c'))).toThrow(SubscriberLimitExceededError)
  all.remove('wallet', topics('a'))
  all.add('wallet', topics('c'))
  all.add('dapp', topics('d', 'e'))
})

test('T-89 clientTopics: what does not fit is added in no part; all together have a bound', () => {
  const all = createClientTopics({ perClient: 3, inAll: 4 })
  all.add('wallet', topics('a', 'b'))
  expect(() => all.add('wallet', topics('c', 'd'))).toThrow(SubscriberLimitExceededError)
  all.add('dapp', topics('a'))
  expect(() => all.add('dapp', topics('b', 'c'))).toThrow(SubscriberLimitExceededError)
  all.add('dapp', topics('b'))
  all.remove('wallet', topics('a', 'b', 'b', 'z'))
  all.remove('nobody', topics('a'))
  all.add('third', topics('a', 'b'))
  expect(() => all.add('third', topics('c'))).toThrow(SubscriberLimitExceededError)
})
