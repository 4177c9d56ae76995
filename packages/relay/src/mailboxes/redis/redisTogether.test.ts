import { createHash } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { sharedRedis, sharedRedisCluster } from '@hawser/test-kit/sharedServers'
import { expect, test } from 'vitest'
import { MailboxFailedError, MailboxLimitExceededError } from '../../errors.ts'
import { loadRedisWorld, type RedisWorld } from '../../redis/redisAddress.ts'
import type { Mailbox } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'
import { readRedisScripts } from './redisScripts.ts'

const redisScripts = readRedisScripts()
const rounds = isNight ? 208 : 8
const roundsAtOnce = 16
const redis = await sharedRedis()
const cluster = sharedRedisCluster()
const topicOf = (name: string) => createHash('sha256').update(name).digest('hex')

/** A world in which a relay dies at its so-and-so-manieth step in Redis, before or after Redis does it. */
async function createMortalWorld(): Promise<{
  world: RedisWorld
  dieAt(step: number, when: 'before' | 'after'): void
}> {
  const real = await loadRedisWorld()
  let left = Number.POSITIVE_INFINITY
  let fate: 'before' | 'after' = 'before'
  const never = new Promise<never>(() => {})
  const isStep = (command: readonly string[]) => command[0] === 'EVALSHA' || command[0] === 'EVAL'
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

test.each(['one Redis', 'a cluster'])(
  'F-R17 wc_approveSession: a relay that dies at any step leaves both halves or neither (%s)',
  async (kind) => {
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
      dieAt(Math.floor(round / 2) % 8, round % 2 === 0 ? 'before' : 'after')
      const answered = await mortal
        .put('wallet', [publishOf('response', { topic: pairing }), publishOf('settlement', { topic: session })])
        .then(
          () => true,
          () => false,
        )
      await expect
        .poll(() => textsOf(heir, topics).then((texts) => texts.length), { timeout: 20_000, interval: 200 })
        .not.toBe(1)
      const settled = await textsOf(heir, topics)
      if (answered) expect(settled).toHaveLength(2)
      // It is decided, and stays so; the same again stores what is missing, once.
      await new Promise((resolve) => setTimeout(resolve, 1_300))
      expect(await textsOf(heir, topics)).toEqual(settled)
      await heir.put('wallet', [publishOf('response', { topic: pairing }), publishOf('settlement', { topic: session })])
      expect(await textsOf(heir, topics)).toEqual(['response', 'settlement'])
      await mortal.close()
      return settled.length
    }
    const outcomes: number[] = []
    for (let first = 0; first < rounds; first += roundsAtOnce) {
      const some = Array.from({ length: roundsAtOnce }, (_, index) => dieOnce(first + index))
      outcomes.push(...(await Promise.all(some)))
    }
    expect(new Set(outcomes)).toEqual(new Set([0, 2]))
    await heir.close()
  },
  120_000,
)

test('F-R17 subscribers get the half that a dead relay left behind', async () => {
  const heir = await createRedisMailbox({ urls: cluster.urls })
  const apart = ['a', 'b'].map((name) => [topicOf(`p ${name}`), topicOf(`s ${name}`)] as const)
  let toldCount = 0
  for (const [pairing, session] of apart) {
    const { world, dieAt } = await createMortalWorld()
    const mortal = await createRedisMailbox({ urls: cluster.urls, world, timeoutMs: 500 })
    await heir.watch([session])
    const told = new Promise<string>((resolve) => {
      heir.listen({ onStored: () => {}, onNews: ({ topic }) => resolve(topic), onGap: () => {} })
    })
    // Claim, stage, commit, and no more.
    dieAt(2, 'after')
    await mortal.put('wallet', [publishOf('r', { topic: pairing }), publishOf('s', { topic: session })]).catch(() => {})
    expect(await told).toBe(session)
    expect(await textsOf(heir, [pairing, session])).toEqual(['r', 's'])
    toldCount += 1
    await mortal.close()
  }
  expect(toldCount).toBe(apart.length)
  await heir.close()
})

test('T-82 put: a put that another relay finished for this one still counts as waiting', async () => {
  const limits = { clientMessages: 2 }
  const heir = await createRedisMailbox({ urls: cluster.urls, limits })
  const real = await loadRedisWorld()
  const [pairing, session] = [topicOf('finished p'), topicOf('finished s')]
  const open: RedisWorld['open'] = (target, address) => {
    const connection = real.open(target, address)
    return {
      ...connection,
      async sendCommand(command) {
        if (command.includes(redisScripts.apply.sha1) || command.includes(redisScripts.apply.text))
          expect(await textsOf(heir, [pairing, session])).toEqual(['r', 's'])
        return connection.sendCommand(command)
      },
    }
  }
  const mailbox = await createRedisMailbox({ urls: cluster.urls, limits, world: { ...real, open } })
  await mailbox.put('late wallet', [publishOf('r', { topic: pairing }), publishOf('s', { topic: session })])
  const more = heir.put('late wallet', [publishOf('t', { topic: topicOf('finished t') })])
  await expect(more).rejects.toThrow(/This client has 2 messages/)
  await mailbox.close()
  await heir.close()
})

test('put: two messages in two slots: a refusal of either leaves nothing', async () => {
  const limits = { queuedMessages: 1, clientMessages: 3 }
  const mailbox = await createRedisMailbox({ urls: cluster.urls, limits })
  for (let round = 0; round < 20; round += 1) {
    const [full, free] = [topicOf(`full ${round}`), topicOf(`free ${round}`)]
    const client = `client ${round}`
    await mailbox.put(client, [publishOf('full', { topic: full })])
    const both = [publishOf('one', { topic: free }), publishOf('two', { topic: full })]
    for (const order of [both, [...both].reverse()])
      await expect(mailbox.put(client, order)).rejects.toThrow(MailboxLimitExceededError)
    await expect.poll(() => textsOf(mailbox, [free, full])).toEqual(['full'])
    await expect
      .poll(() =>
        mailbox.put(client, [publishOf('a', { topic: free }), publishOf('b', { topic: topicOf(`x ${round}`) })]).then(
          (stored) => stored.length,
          () => 0,
        ),
      )
      .toBe(2)
  }
  await mailbox.close()
})

test('put: stores the same two messages from two relays at once only once', async () => {
  const relays = [await createRedisMailbox({ urls: cluster.urls }), await createRedisMailbox({ urls: cluster.urls })]
  await Promise.all(
    Array.from({ length: 30 }, async (_, round) => {
      const topics = [topicOf(`same p ${round}`), topicOf(`same s ${round}`)]
      const both = topics.map((topic) => publishOf('same', { topic }))
      const results = await Promise.allSettled(relays.map((relay) => relay.put('wallet', both)))
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(MailboxFailedError)
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
