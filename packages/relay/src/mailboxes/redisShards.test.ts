import { expect, onTestFinished, test } from 'vitest'
import { withDeadline } from './deadline.ts'
import { createRedisShards } from './redisShards.ts'

/** A Redis that answers all but `SLEEP`, and counts its connections. */
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
  const run = (name: string) =>
    withDeadline(
      100,
      () => new Error('late'),
      (deadline) => shards.run('key', [name], deadline),
    )
  return { run, connections: () => connections }
}

test('redisShards F-R6: one slow call among others that are answered leaves the connection alone', async () => {
  const { run, connections } = await startShards({ isHung: false })
  const slow = run('SLEEP')
  await run('GET')
  await expect(slow).rejects.toThrow('late')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await run('GET')).toBe('redis_mode:standalone')
  expect(connections()).toBe(1)
})

test('redisShards F-R6: a Redis that answers nothing since a call was made is connected to anew', async () => {
  const answers = { isHung: false }
  const { run, connections } = await startShards(answers)
  await run('GET')
  answers.isHung = true
  await expect(run('GET')).rejects.toThrow('late')
  await expect.poll(connections).toBe(2)
})
