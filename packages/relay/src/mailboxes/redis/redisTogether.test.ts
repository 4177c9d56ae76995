import { createHash } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { sharedRedis, sharedRedisCluster } from '@hawser/test-kit/sharedServers'
import type { IrnPublish } from '@hawser/wire'
import { expect, test } from 'vitest'
import { MailboxLimitExceededError } from '../../errors.ts'
import { loadRedisWorld, type RedisWorld } from '../../redis/redisAddress.ts'
import type { Mailbox } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'
import { readRedisScripts } from './redisScripts.ts'

const redisScripts = readRedisScripts()
const rounds = isNight ? 208 : 16
const roundsAtOnce = 16
const redis = await sharedRedis()
const cluster = sharedRedisCluster()
const topicOf = (name: string) => createHash('sha256').update(name).digest('hex')

/** A world in which a relay dies at a given append to a log, before or after Redis performs it. */
async function createMortalWorld(): Promise<{
  world: RedisWorld
  dieAt(step: number, when: 'before' | 'after'): void
}> {
  const real = await loadRedisWorld()
  let left = Number.POSITIVE_INFINITY
  let fate: 'before' | 'after' = 'before'
  const never = new Promise<never>(() => {})
  const { sha1, text } = redisScripts.append
  const isStep = ([, script]: readonly string[]) => script === sha1 || script === text
  const open: RedisWorld['open'] = (target, address) => {
    const connection = real.open(target, address)
    return {
      ...connection,
      async sendCommand(command) {
        if (!isStep(command)) return connection.sendCommand(command)
        if (left < 0 || (left === 0 && fate === 'before')) {
          left = -1
          return never
        }
        left -= 1
        const answer = await connection.sendCommand(command)
        return left < 0 ? never : answer
      },
    }
  }
  return {
    world: { ...real, open },
    dieAt(step, when) {
      left = step
      fate = when
    },
  }
}

const textsOf = async (mailbox: Mailbox, topics: readonly string[]) => {
  const { messages } = await mailbox.pending(
    'dapp',
    topics.map((topic) => ({ topic, afterSequence: 0 })),
  )
  return messages.map(({ message }) => message).sort()
}

// In a cluster, a settlement without its response is harmless: the dapp learns the session topic from the response.
test.each([
  { kind: 'one Redis', outcomes: [[], ['response', 'settlement']] },
  { kind: 'a cluster', outcomes: [[], ['response', 'settlement'], ['settlement']] },
])(
  'F-R17: a relay that dies at any step leaves no response without its settlement ($kind)',
  async ({ kind, outcomes }) => {
    const urls = kind === 'one Redis' ? [redis.url] : cluster.urls
    const heir = await createRedisMailbox({ urls })
    const warm = await createRedisMailbox({ urls })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        warm.put('warm', [
          publishOf('w', { topic: topicOf(`w${index}`) }),
          publishOf('v', { topic: topicOf(`v${index}`) }),
        ]),
      ),
    )
    await warm.close()
    const dieOnce = async (round: number) => {
      const { world, dieAt } = await createMortalWorld()
      const mortal = await createRedisMailbox({ urls, world, timeoutMs: 1_000 })
      const topics = [topicOf(`pairing ${kind} ${round}`), topicOf(`session ${kind} ${round}`)]
      const [pairing = '', session = ''] = topics
      const both = [publishOf('response', { topic: pairing }), publishOf('settlement', { topic: session })]
      dieAt(Math.floor(round / 2) % 4, round % 2 === 0 ? 'before' : 'after')
      const isAnswered = await mortal.put('wallet', both).then(
        () => true,
        () => false,
      )
      const left = await textsOf(heir, topics)
      expect(outcomes).toContainEqual(left)
      if (isAnswered) expect(left).toHaveLength(2)
      // Repeating the call stores the missing messages, once.
      await heir.put('wallet', both)
      expect(await textsOf(heir, topics)).toEqual(['response', 'settlement'])
      await mortal.close()
      return left
    }
    const seen: string[][] = []
    for (let first = 0; first < rounds; first += roundsAtOnce) {
      const some = Array.from({ length: roundsAtOnce }, (_, index) => dieOnce(first + index))
      seen.push(...(await Promise.all(some)))
    }
    expect([...new Set(seen.map(String))].sort()).toEqual(outcomes.map(String))
    await heir.close()
  },
  120_000,
)

test('F-R17: a dapp that gets the response finds the settlement', async () => {
  const [left, right] = [
    await createRedisMailbox({ urls: cluster.urls }),
    await createRedisMailbox({ urls: cluster.urls }),
  ]
  const pairs = Array.from({ length: 50 }, (_, index) => [topicOf(`p ${index}`), topicOf(`s ${index}`)] as const)
  const sessions = new Map(pairs)
  const found: Promise<readonly string[]>[] = []
  const all = new Promise<void>((resolve) => {
    right.listen({
      onStored: () => {},
      // The relay has not read the topics yet, so each message is reported as a gap.
      onGap([topic = '']) {
        found.push(textsOf(right, [sessions.get(topic) ?? '']))
        if (found.length === pairs.length) resolve()
      },
    })
  })
  await right.watch([...sessions.keys()])
  await Promise.all(
    pairs.map(([pairing, session]) =>
      left.put('wallet', [publishOf('response', { topic: pairing }), publishOf('settlement', { topic: session })]),
    ),
  )
  await all
  expect(new Set((await Promise.all(found)).map(String))).toEqual(new Set(['settlement']))
  for (const mailbox of [left, right]) await mailbox.close()
})

test('T-82 put: of two messages in two slots, neither is stored if one has no room', async () => {
  const limits = { queuedMessages: 1, clientMessages: 3 }
  const mailbox = await createRedisMailbox({ urls: cluster.urls, limits })
  for (let round = 0; round < 20; round += 1) {
    const [full, free] = [topicOf(`full ${round}`), topicOf(`free ${round}`)]
    const put = (...publishes: IrnPublish[]) => mailbox.put(`client ${round}`, publishes)
    await put(publishOf('full', { topic: full }))
    const both = [publishOf('one', { topic: free }), publishOf('two', { topic: full })]
    await expect(put(...both)).rejects.toThrow(MailboxLimitExceededError)
    expect(await textsOf(mailbox, [free, full])).toEqual(['full'])
    await expect(put(...both.toReversed())).rejects.toThrow(MailboxLimitExceededError)
    expect(await textsOf(mailbox, [free, full])).toEqual(['full'])
    expect(await put(publishOf('second', { topic: free }))).toHaveLength(1)
    expect(await put(publishOf('third', { topic: topicOf(`third ${round}`) }))).toHaveLength(1)
    const fourth = put(publishOf('fourth', { topic: topicOf(`fourth ${round}`) }))
    await expect(fourth).rejects.toThrow(/This client has 3 messages/)
  }
  await mailbox.close()
})

test('put: stores the same two messages from two relays at once only once', async () => {
  const relays = [await createRedisMailbox({ urls: cluster.urls }), await createRedisMailbox({ urls: cluster.urls })]
  await Promise.all(
    Array.from({ length: 30 }, async (_, round) => {
      const topics = [topicOf(`same p ${round}`), topicOf(`same s ${round}`)]
      const both = topics.map((topic) => publishOf('same', { topic }))
      const stored = await Promise.all(relays.map((relay) => relay.put('wallet', both)))
      expect(stored.flat()).toHaveLength(2)
      const [first] = relays
      if (first !== undefined) expect(await textsOf(first, topics)).toEqual(['same', 'same'])
    }),
  )
  for (const relay of relays) await relay.close()
})

test('redisScripts: Redis knows each by the name in its calls', async () => {
  for (const { text, sha1 } of Object.values(redisScripts))
    expect(await redis.send('SCRIPT', 'LOAD', text)).toContain(sha1)
})
