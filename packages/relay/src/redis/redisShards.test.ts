import { expect, onTestFinished, test } from 'vitest'
import { withDeadline } from './deadline.ts'
import { createRedisShards, redirectionOf } from './redisShards.ts'

/** A Redis that answers every command except `SLEEP`, and counts its connections. */
async function startShards(answers: { isHung: boolean }) {
  let connections = 0
  const open = () => {
    connections += 1
    return {
      connect: async () => {},
      sendCommand: async ([name]: readonly string[]): Promise<unknown> =>
        answers.isHung || name === 'SLEEP' ? new Promise(() => {}) : 'redis_mode:standalone',
      destroy: () => {},
      on: () => {},
    }
  }
  const shards = await createRedisShards({ addresses: ['127.0.0.1:1'], open, startMs: 1_000 })
  onTestFinished(shards.close)
  // A long limit, because on a busy machine a real answer can take longer than the 100 ms that the tests wait for a missing
  // one.
  const run = (name: string, withinMs = 20_000) =>
    withDeadline(
      withinMs,
      () => new Error('late'),
      (deadline) => shards.run('key', [name], deadline),
    )
  return { run, connections: () => connections }
}

test('redisShards F-R6: one slow call among answered ones keeps the connection', async () => {
  const { run, connections } = await startShards({ isHung: false })
  const slow = run('SLEEP', 100)
  await run('GET')
  await expect(slow).rejects.toThrow('late')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await run('GET')).toBe('redis_mode:standalone')
  expect(connections()).toBe(1)
})

test('redisShards F-R6: reconnects to a Redis that answers nothing after a call', async () => {
  const answers = { isHung: false }
  const { run, connections } = await startShards(answers)
  await run('GET')
  answers.isHung = true
  await expect(run('GET', 100)).rejects.toThrow('late')
  await expect.poll(connections).toBe(2)
})

// With "cluster-preferred-endpoint-type unknown-endpoint", a node sends no host when it means its own.
test('redisShards: a redirection without a host leads to the same host', async () => {
  const opened: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    INFO: 'redis_mode:cluster',
    CLUSTER: [[0, 16_383, [null, 6379]]],
  }
  const open = (address: string) => {
    opened.push(address)
    return {
      connect: async () => {},
      sendCommand: async ([name = '']: readonly string[]): Promise<unknown> => {
        if (name !== 'GET') return answers[name]
        if (address === '10.0.0.9:6380') return 'found'
        throw new Error('MOVED 3999 :6380')
      },
      destroy: () => {},
      on: () => {},
    }
  }
  const shards = await createRedisShards({ addresses: ['10.0.0.9:6379'], open, startMs: 1_000 })
  onTestFinished(shards.close)
  const fail = () => new Error('late')
  expect(await withDeadline(1_000, fail, (deadline) => shards.run('key', ['GET', 'key'], deadline))).toBe('found')
  expect(opened).toEqual(['10.0.0.9:6379', '10.0.0.9:6380'])
})

test.each([
  ['MOVED 3999 :6381', { code: 'MOVED', address: '[::1]:6381' }],
  ['MOVED 3999 ?:6381', { code: 'MOVED', address: '[::1]:6381' }],
  ['ASK 3999 10.0.0.2:6381', { code: 'ASK', address: '10.0.0.2:6381' }],
  ['MOVED 3999 2001:db8::7:6381', { code: 'MOVED', address: '[2001:db8::7]:6381' }],
  ['MOVED 3999 redis-2.example:6381', { code: 'MOVED', address: 'redis-2.example:6381' }],
  ['CLUSTERDOWN The cluster is down', undefined],
])('redirectionOf: %s', (text, expected) => {
  expect(redirectionOf(new Error(text), '[::1]:6379')).toEqual(expected)
})
