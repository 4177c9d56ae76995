import { createHash } from 'node:crypto'
import type { IrnPublish } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../errors.ts'
import { defaultMailboxLimits, type MailboxLimits } from '../limits/limits.ts'
import { type Mailbox, messageIdOf, type StoredMessage } from './mailbox.ts'
import { publishOf } from './publishOf.fixture.ts'

const start = 1_795_246_101_455
const topicA = 'a'.repeat(64)
const topicB = 'b'.repeat(64)

type Clock = { now: number }
/** Returns a function that makes unused topics. */
function createTopics(): () => string {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(String(count)).digest('hex')
  }
}

type MakeMailbox = (options: {
  readonly now: () => number
  readonly limits?: Partial<MailboxLimits>
}) => Promise<Mailbox>

/** Tests the contract of every `Mailbox`. `make` returns a new, empty mailbox; the suite closes it. */
export function testMailbox(name: string, make: MakeMailbox): void {
  const withMailbox =
    (run: (mailbox: Mailbox, clock: Clock) => Promise<void>, limits: Partial<MailboxLimits> = {}) =>
    async () => {
      const clock = { now: start }
      const mailbox = await make({ now: () => clock.now, limits })
      try {
        await run(mailbox, clock)
      } finally {
        await mailbox.close()
      }
    }
  const all = async (mailbox: Mailbox, clientId: string, ...topics: string[]) => {
    const positions = (topics.length === 0 ? [topicA] : topics).map((topic) => ({ topic, afterSequence: 0 }))
    return (await mailbox.pending(clientId, positions)).messages
  }
  const lasting = 3_600
  // Of a cluster, one node is full before the others.
  const mostRefused = 60
  const putLasting = (mailbox: Mailbox, index: number) => {
    const topic = createHash('sha256').update(`lasting ${index}`).digest('hex')
    return mailbox.put('dapp', [publishOf('x'.repeat(10_000), { topic, ttlSeconds: lasting })])
  }
  /** Puts messages until the store is full, also on each node of a cluster. */
  const fill = async (mailbox: Mailbox) => {
    const accepted: StoredMessage[] = []
    let refused = 0
    for (let index = 0; index < 400 && refused < mostRefused; index += 1) {
      await putLasting(mailbox, index).then(
        (stored) => accepted.push(...stored),
        (error) => {
          refused += 1
          // Redis has no limit except its memory, and reports that as a full store.
          expect([MailboxLimitExceededError, StoreFullError]).toContain(error.constructor)
        },
      )
    }
    expect(refused).toBe(mostRefused)
    return { accepted }
  }
  const texts = (messages: readonly StoredMessage[]) => messages.map(({ message }) => message)

  describe(`Mailbox, ${name}`, () => {
    test(
      'pending: calls in one turn with puts find the messages whole, each once',
      withMailbox(async (mailbox) => {
        const calls = Array.from({ length: 20 }, (_, index) => [
          mailbox.put('dapp', [publishOf(`text ${index}`)]),
          all(mailbox, 'wallet'),
        ])
        await Promise.all(calls.flat())
        for (const found of await Promise.all(calls.map(([, read]) => read)))
          expect(texts(found ?? [])).toEqual((found ?? []).map((_, index) => `text ${index}`))
        expect(await all(mailbox, 'wallet')).toHaveLength(20)
      }),
    )
    test(
      'put: a stored message is pending for others unchanged, with the times of the store',
      withMailbox(async (mailbox) => {
        const [stored] = await mailbox.put('dapp', [publishOf('one', { tag: 4_294_967_295, attestation: 'jwt' })])
        const expected = { topic: topicA, publisherId: 'dapp', message: 'one', tag: 4_294_967_295, attestation: 'jwt' }
        expect(stored).toEqual({
          ...expected,
          sequence: stored?.sequence,
          publishedAt: start,
          expiresAt: start + 300_000,
        })
        expect(await all(mailbox, 'wallet')).toEqual([stored])
        expect(await all(mailbox, 'wallet', topicB)).toEqual([])
      }),
    )

    test(
      'put: the publisher never gets its own message',
      withMailbox(async (mailbox) => {
        await mailbox.put('dapp', [publishOf('one')])
        expect(await all(mailbox, 'dapp')).toEqual([])
      }),
    )

    test(
      'put: stores the same text on a topic once until it expires',
      withMailbox(async (mailbox, clock) => {
        await mailbox.put('dapp', [publishOf('one')])
        clock.now += 299_999
        expect(await mailbox.put('dapp', [publishOf('one', { ttlSeconds: 900 })])).toEqual([])
        expect(await mailbox.put('other', [publishOf('one')])).toEqual([])
        expect(await mailbox.put('dapp', [publishOf('one', { topic: topicB })])).toHaveLength(1)
        expect(await all(mailbox, 'wallet')).toMatchObject([{ publisherId: 'dapp', expiresAt: start + 300_000 }])
        clock.now += 1
        expect(await mailbox.put('dapp', [publishOf('one')])).toHaveLength(1)
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['one'])
      }),
    )

    test(
      'put: a text stored again is not pending for a client that has taken it',
      withMailbox(async (mailbox) => {
        await mailbox.remove('wallet', await mailbox.put('dapp', [publishOf('one')]))
        await mailbox.put('dapp', [publishOf('one')])
        expect(await all(mailbox, 'wallet')).toEqual([])
      }),
    )

    test(
      'put: a text that expired and comes again is new for a client that took the first',
      withMailbox(async (mailbox, clock) => {
        await mailbox.remove('wallet', await mailbox.put('dapp', [publishOf('one')]))
        clock.now += 300_000
        await mailbox.put('dapp', [publishOf('one')])
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['one'])
      }),
    )

    test(
      'put: stores both of two messages or neither; a refusal does not affect other calls',
      withMailbox(
        async (mailbox) => {
          await mailbox.put('wallet', [publishOf('full', { topic: topicB })])
          const results = await Promise.allSettled([
            mailbox.put('x', [publishOf('beside', { topic: 'c'.repeat(64) })]),
            mailbox.put('wallet', [publishOf('response'), publishOf('settlement', { topic: topicB })]),
            mailbox.put('x', [publishOf('beside', { topic: 'd'.repeat(64) })]),
          ])
          expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
          expect(texts(await all(mailbox, 'dapp', topicA, topicB, 'c'.repeat(64), 'd'.repeat(64)))).toEqual([
            'full',
            'beside',
            'beside',
          ])
          await mailbox.remove('dapp', await all(mailbox, 'dapp', topicB))
          const both = await mailbox.put('wallet', [publishOf('response'), publishOf('settlement', { topic: topicB })])
          expect(texts(both)).toEqual(['response', 'settlement'])
          expect(texts(await all(mailbox, 'dapp', topicA, topicB))).toEqual(['response', 'settlement'])
        },
        { queuedMessages: 1 },
      ),
    )

    test(
      'pending: keeps the order of storing within a topic, also if the clock stops or goes back',
      withMailbox(async (mailbox, clock) => {
        const expected = Array.from({ length: 20 }, (_, index) => String(index))
        await Promise.all(expected.slice(0, 10).map((text) => mailbox.put('dapp', [publishOf(text)])))
        clock.now -= 60_000
        for (const text of expected.slice(10)) await mailbox.put('dapp', [publishOf(text)])
        const messages = await all(mailbox, 'wallet')
        expect(texts(messages)).toEqual(expected)
        const sequences = messages.map(({ sequence }) => sequence)
        expect(new Set(sequences).size).toBe(20)
        expect([...sequences].sort((left, right) => left - right)).toEqual(sequences)
      }),
    )

    test(
      'pending: returns the messages after a position, separately for each topic',
      withMailbox(async (mailbox) => {
        const [, second] = await mailbox.put('dapp', [publishOf('1'), publishOf('2'), publishOf('3')])
        await mailbox.put('dapp', [publishOf('4', { topic: topicB })])
        const { messages } = await mailbox.pending('wallet', [
          { topic: topicA, afterSequence: second?.sequence ?? 0 },
          { topic: topicB, afterSequence: 0 },
        ])
        expect(texts(messages)).toEqual(['3', '4'])
      }),
    )

    test(
      'pending: limits a page’s messages and bytes, and says if there are more',
      withMailbox(
        async (mailbox) => {
          await mailbox.put(
            'dapp',
            ['long'.repeat(10), 'a', 'b', 'c', 'd'].map((text) => publishOf(text)),
          )
          const pages: { texts: string[]; hasMore: boolean }[] = []
          let afterSequence = 0
          for (let hasMore = true; hasMore; ) {
            const page = await mailbox.pending('wallet', [{ topic: topicA, afterSequence }])
            pages.push({ texts: texts(page.messages), hasMore: page.hasMore })
            afterSequence = page.messages.at(-1)?.sequence ?? 0
            hasMore = page.hasMore
          }
          expect(pages).toEqual([
            { texts: ['long'.repeat(10)], hasMore: true },
            { texts: ['a', 'b', 'c'], hasMore: true },
            { texts: ['d'], hasMore: false },
          ])
        },
        { pageMessages: 3, pageLength: 10 },
      ),
    )

    test(
      'remove: takes a message from one client only, however often a stranger asks',
      withMailbox(async (mailbox) => {
        const stored = await mailbox.put('dapp', [publishOf('one'), publishOf('two')])
        for (let index = 0; index < 50; index += 1) await mailbox.remove(`stranger ${index % 5}`, stored)
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['one', 'two'])
        await mailbox.remove('wallet', stored.slice(0, 1))
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['two'])
        expect(texts(await all(mailbox, 'another'))).toEqual(['one', 'two'])
        expect(await all(mailbox, 'stranger 0')).toEqual([])
      }),
    )

    test(
      'remove: unknown keys, keys of another topic and own messages change nothing',
      withMailbox(
        async (mailbox) => {
          const [stored] = await mailbox.put('dapp', [publishOf('one')])
          const sequence = stored?.sequence ?? 0
          await mailbox.remove('wallet', [
            { topic: topicA, sequence: sequence + 1 },
            { topic: topicB, sequence },
            { topic: topicA, sequence: -1 },
          ])
          expect(await all(mailbox, 'wallet')).toHaveLength(1)
          for (let index = 1; index < 3; index += 1) {
            await mailbox.remove('dapp', [{ topic: topicA, sequence }])
            if (index < 2) await mailbox.put('dapp', [publishOf(`more ${index}`)])
          }
          await expect(mailbox.put('dapp', [publishOf('too many')])).rejects.toThrow(MailboxLimitExceededError)
        },
        { queuedMessages: 2 },
      ),
    )

    test(
      'find: finds only known and unexpired messages by topic and sha256',
      withMailbox(async (mailbox, clock) => {
        const [one, short] = await mailbox.put('dapp', [publishOf('one'), publishOf('short', { ttlSeconds: 1 })])
        const [elsewhere] = await mailbox.put('dapp', [publishOf('one', { topic: topicB })])
        const receipt = (topic: string, message: string) => ({ topic, messageId: messageIdOf(message) })
        const keys = await mailbox.find([
          receipt(topicB, 'one'),
          receipt(topicA, 'unknown'),
          receipt(topicB, 'short'),
          receipt(topicA, 'one'),
          receipt(topicA, 'short'),
        ])
        const keyOf = (stored: StoredMessage | undefined) => ({ topic: stored?.topic, sequence: stored?.sequence })
        expect(keys).toHaveLength(3)
        expect(keys).toEqual(expect.arrayContaining([elsewhere, one, short].map(keyOf)))
        clock.now += 1000
        expect(await mailbox.find([receipt(topicA, 'short')])).toEqual([])
        await mailbox.remove('wallet', keys)
        expect(await all(mailbox, 'wallet', topicA, topicB)).toEqual([])
        expect(texts(await all(mailbox, 'stranger', topicA, topicB))).toEqual(['one', 'one'])
        expect(await mailbox.find([])).toEqual([])
      }),
    )

    test(
      'TTL: a message is pending until its last millisecond and not after, beside any others',
      withMailbox(async (mailbox, clock) => {
        await mailbox.put('dapp', [publishOf('short', { ttlSeconds: 1 }), publishOf('long', { ttlSeconds: 2_592_000 })])
        clock.now += 999
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['short', 'long'])
        clock.now += 1
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['long'])
        clock.now = start + 2_592_000_000
        expect(await all(mailbox, 'wallet')).toEqual([])
      }),
    )

    test(
      'purge: forgets expired messages and counts them, and touches no others',
      withMailbox(async (mailbox, clock) => {
        const count = 600
        for (let index = 0; index < count; index += 1) {
          const topic = createHash('sha256').update(String(index)).digest('hex')
          void mailbox.put('dapp', [publishOf('one', { topic, ttlSeconds: 10 })])
        }
        await mailbox.put('dapp', [publishOf('stays', { ttlSeconds: 11 })])
        expect(await mailbox.purge()).toBe(0)
        clock.now += 10_000
        expect(await mailbox.purge()).toBe(count)
        expect(await mailbox.purge()).toBe(0)
        expect(texts(await all(mailbox, 'wallet'))).toEqual(['stays'])
      }),
    )

    test(
      'limits: by default 100 messages wait on a topic; refuses the next by code',
      withMailbox(async (mailbox, clock) => {
        const expected = Array.from({ length: defaultMailboxLimits.queuedMessages }, (_, index) => `m${index}`)
        for (const text of expected) await mailbox.put('dapp', [publishOf(text)])
        const refused = mailbox.put('dapp', [publishOf('one too many')])
        await expect(refused).rejects.toMatchObject({ code: 'mailbox_limit_exceeded' })
        expect(await mailbox.put('dapp', [publishOf('m0')])).toEqual([])
        expect(await mailbox.put('dapp', [publishOf('elsewhere', { topic: topicB })])).toHaveLength(1)
        expect(texts(await all(mailbox, 'wallet'))).toEqual(expected)
        clock.now += 300_000
        expect(await mailbox.put('dapp', [publishOf('room again')])).toHaveLength(1)
      }),
    )

    test(
      'limits: by default 1 MiB waits on a topic, counted in bytes with attestations',
      withMailbox(async (mailbox) => {
        const quarter = 256 * 1024
        for (const letter of 'abc') await mailbox.put('dapp', [publishOf(letter.repeat(quarter))])
        const fourth = publishOf('é'.repeat(quarter / 2 - 50), { attestation: 'x'.repeat(100) })
        expect(await mailbox.put('dapp', [fourth])).toHaveLength(1)
        await expect(mailbox.put('dapp', [publishOf('!')])).rejects.toThrow(MailboxLimitExceededError)
      }),
    )

    test(
      'T-82 limits: by default one client has 1,000 messages waiting over all topics',
      withMailbox(async (mailbox, clock) => {
        const nextTopic = createTopics()
        const { clientMessages } = defaultMailboxLimits
        const puts = Array.from({ length: clientMessages }, (_, index) =>
          mailbox.put('flooder', [publishOf(`m${index}`, { topic: nextTopic() })]),
        )
        const [first] = (await Promise.all(puts)).flat()
        const refused = mailbox.put('flooder', [publishOf('one too many', { topic: nextTopic() })])
        await expect(refused).rejects.toMatchObject({ code: 'mailbox_limit_exceeded' })
        expect(await mailbox.put('another', [publishOf('one')])).toHaveLength(1)
        await mailbox.remove('wallet', first === undefined ? [] : [first])
        expect(await mailbox.put('flooder', [publishOf('room', { topic: nextTopic() })])).toHaveLength(1)
        await expect(mailbox.put('flooder', [publishOf('none again')])).rejects.toThrow(MailboxLimitExceededError)
        clock.now += 300_000
        expect(await mailbox.put('flooder', [publishOf('room again')])).toHaveLength(1)
      }),
    )

    test(
      'T-82 limits: one client’s waiting messages are counted in bytes too',
      withMailbox(
        async (mailbox) => {
          const [first] = await mailbox.put('dapp', [publishOf('x'.repeat(60))])
          await mailbox.put('dapp', [publishOf('é'.repeat(10), { topic: topicB, attestation: 'y'.repeat(20) })])
          await expect(mailbox.put('dapp', [publishOf('!')])).rejects.toThrow(MailboxLimitExceededError)
          await mailbox.remove('wallet', first === undefined ? [] : [first])
          expect(await mailbox.put('dapp', [publishOf('z'.repeat(60))])).toHaveLength(1)
        },
        { clientLength: 100 },
      ),
    )

    test(
      'limits: messages that one client took make room, up to a topic’s share for others',
      withMailbox(
        async (mailbox) => {
          for (let index = 0; index < 6; index += 1)
            await mailbox.remove('wallet', await mailbox.put('dapp', [publishOf(`m${index}`)]))
          await expect(mailbox.put('dapp', [publishOf('m6')])).rejects.toThrow(MailboxLimitExceededError)
          expect(await all(mailbox, 'late')).toHaveLength(6)
        },
        { queuedMessages: 2, keptMessages: 6 },
      ),
    )

    test(
      'limits: the whole store refuses when full, and accepts again after a purge',
      withMailbox(
        async (mailbox, clock) => {
          const { accepted } = await fill(mailbox)
          expect(accepted.length).toBeGreaterThan(20)
          clock.now += lasting * 1000
          await mailbox.purge()
          expect(await putLasting(mailbox, 100)).toHaveLength(1)
        },
        { totalLength: 512 * 1024 },
      ),
    )

    test(
      'remove: messages acked together in any order are all remembered',
      withMailbox(
        async (mailbox) => {
          const keys: StoredMessage[] = []
          for (let index = 0; index < 500; index += 1)
            keys.push(...(await mailbox.put('dapp', [publishOf(`message ${index}`)])))
          await mailbox.remove('wallet', keys.toReversed())
          expect(await all(mailbox, 'wallet')).toEqual([])
        },
        { queuedMessages: 500 },
      ),
    )

    test(
      'limits: a full store still accepts short messages that expire soon, up to the reserve',
      withMailbox(
        async (mailbox, clock) => {
          await fill(mailbox)
          const nextTopic = createTopics()
          const brief = () => publishOf(`proposal ${'x'.repeat(8_000)}`, { topic: nextTopic(), ttlSeconds: 300 })
          expect(await mailbox.put('visitor', [brief()], '192.0.2.9')).toHaveLength(1)
          const putLong = async () => {
            // A node of a cluster can have some room left.
            for (let index = 0; index < 40; index += 1)
              await mailbox.put('visitor', [publishOf('x'.repeat(20_000), { topic: nextTopic(), ttlSeconds: 300 })])
          }
          await expect(putLong()).rejects.toThrow()
          const flood = async () => {
            for (let index = 0; index < 2_000; index += 1) await mailbox.put(`id ${index}`, [brief()])
          }
          await expect(flood()).rejects.toThrow()
          clock.now += 300_000
          await mailbox.purge()
          expect(await mailbox.put('visitor', [brief()])).toHaveLength(1)
        },
        { totalLength: 512 * 1024 },
      ),
    )

    test(
      'limits: a full store removes taken messages first, and keeps waiting ones',
      withMailbox(
        async (mailbox) => {
          const { accepted } = await fill(mailbox)
          const taken = accepted.filter((_, index) => index % 2 === 0)
          await mailbox.remove('wallet', taken)
          const added: StoredMessage[] = []
          let index = 1_000
          const putMore = async () => {
            index += 1
            added.push(...(await putLasting(mailbox, index).catch(() => [])))
            return added.length
          }
          // The relay does not search a Redis again immediately if that Redis had nothing to remove.
          await expect.poll(putMore, { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
          for (const { topic, sequence } of [...accepted.filter((_, index) => index % 2 === 1), ...added])
            expect(await all(mailbox, 'late', topic)).toMatchObject([{ sequence }])
          const left = await Promise.all(taken.map(({ topic }) => all(mailbox, 'late', topic)))
          expect(left.filter((messages) => messages.length === 0).length).toBeGreaterThan(0)
        },
        { totalLength: 512 * 1024, addressLength: 512 * 1024, clientLength: 1024 * 1024 },
      ),
    )

    test(
      'T-82 share: an address has one share over all its client ids, apart from the others',
      withMailbox(
        async (mailbox, clock) => {
          const nextTopic = createTopics()
          const publish = (clientId: string, address: string) =>
            mailbox.put(clientId, [publishOf('x'.repeat(2_000), { topic: nextTopic() })], address)
          let accepted = 0
          const flood = async () => {
            for (; accepted < 100; accepted += 1) await publish(`id ${accepted}`, '192.0.2.1')
          }
          await expect(flood()).rejects.toMatchObject({ code: 'mailbox_limit_exceeded', bound: 'address' })
          expect(accepted).toBeGreaterThan(5)
          expect(accepted).toBeLessThanOrEqual(20)
          await expect(publish('id 0', '192.0.2.1')).rejects.toThrow(MailboxLimitExceededError)
          const both = [publishOf('response', { topic: nextTopic() }), publishOf('settlement', { topic: nextTopic() })]
          expect(await mailbox.put('id 0', both, '192.0.2.2')).toHaveLength(2)
          expect(await publish('wallet', '2001:db8:0:0::/64')).toHaveLength(1)
          expect(await mailbox.put('id 0', [publishOf('x'.repeat(2_000))])).toHaveLength(1)
          clock.now += 300_000
          expect(await publish('id 0', '192.0.2.1')).toHaveLength(1)
        },
        { addressLength: 40_000 },
      ),
    )

    test(
      'T-82 share: two client ids that take from each other stay within their address’s share',
      withMailbox(
        async (mailbox) => {
          const topics = createTopics()
          const stored: StoredMessage[] = []
          for (let index = 0; index < 60; index += 1) {
            const [publisher, taker] = index % 2 === 0 ? ['one', 'two'] : ['two', 'one']
            const publish = publishOf('x'.repeat(2_000), { topic: topics() })
            const fresh = await mailbox.put(publisher, [publish], '192.0.2.1')
            await mailbox.remove(taker, fresh)
            stored.push(...fresh)
          }
          expect(stored).toHaveLength(60)
          const kept = await Promise.all(stored.map(({ topic }) => all(mailbox, 'third', topic)))
          expect(kept.flat().length).toBeLessThanOrEqual(20)
          expect(kept.at(-1)).toHaveLength(1)
        },
        { addressLength: 40_000 },
      ),
    )

    test(
      'T-82 share: a client id’s messages still count when taken, and are removed first',
      withMailbox(
        async (mailbox, clock) => {
          const nextTopic = createTopics()
          const publish = async (text: string) => {
            clock.now += 1_000
            const [stored] = await mailbox.put('dapp', [publishOf(text, { topic: nextTopic() })], '192.0.2.1')
            if (stored === undefined) throw new Error(`${text} is no new message`)
            return stored
          }
          const waiting = await publish('waiting')
          const taken = [await publish('first'), await publish('second')]
          await mailbox.remove('wallet', taken)
          const last = await publish('last')
          const isThere = async ({ topic }: StoredMessage) => (await all(mailbox, 'late', topic)).length === 1
          expect(await Promise.all([waiting, ...taken, last].map(isThere))).toEqual([true, false, true, true])
          await mailbox.remove('wallet', [waiting])
          for (const text of ['a', 'b']) await publish(text)
          await expect(publish('c')).rejects.toMatchObject({ bound: 'client' })
        },
        { clientMessages: 3 },
      ),
    )

    test(
      'T-81 a topic that its app reads stays open, with any number of other readers',
      withMailbox(
        async (mailbox) => {
          const first = await mailbox.put('stranger', [publishOf('bait')])
          for (let index = 0; index < 300; index += 1) await mailbox.remove(`stranger ${index}`, first)
          for (let index = 0; index < 12; index += 1) {
            const stored = await mailbox.put('wallet', [publishOf(`m${index}`)])
            expect(stored).toHaveLength(1)
            await mailbox.remove('app', stored)
          }
        },
        { queuedMessages: 3 },
      ),
    )

    test(
      'close: finishes earlier calls, refuses later ones, and twice is once',
      withMailbox(async (mailbox) => {
        const put = mailbox.put('dapp', [publishOf('one')])
        await mailbox.close()
        await mailbox.close()
        expect(await put).toHaveLength(1)
        await expect(mailbox.put('dapp', [publishOf('two')])).rejects.toThrow(MailboxFailedError)
        await expect(all(mailbox, 'wallet')).rejects.toThrow(MailboxFailedError)
        await expect(mailbox.remove('wallet', [])).rejects.toThrow(MailboxFailedError)
        await expect(mailbox.find([])).rejects.toThrow(MailboxFailedError)
      }),
    )

    test(
      'any text of a client comes back unchanged',
      withMailbox(async (mailbox) => {
        const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
        const nextTopic = createTopics()
        await fc.assert(
          fc.asyncProperty(text, fc.string({ unit: 'binary', maxLength: 20 }), async (message, attestation) => {
            const topic = nextTopic()
            await mailbox.put('dapp', [publishOf(message, { topic, attestation })])
            expect(await all(mailbox, 'wallet', topic)).toMatchObject([{ message, attestation }])
          }),
          {
            examples: [
              ['a\0b', '\0'],
              ["'; DROP TABLE messages; --", '"'],
              ['\u{10ffff}', '\uffff'],
            ],
          },
        )
      }),
      30_000,
    )

    testAgainstModel(make)
  })
}

type Command =
  | {
      readonly kind: 'put'
      readonly by: number
      readonly topics: readonly number[]
      readonly text: number
      readonly ttl: number
    }
  | { readonly kind: 'take'; readonly by: number; readonly topic: number; readonly pick: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'purge' }

type ModelMessage = {
  readonly topic: string
  readonly text: string
  readonly by: string
  readonly expiresAt: number
  readonly length: number
  readonly takenBy: Set<string>
}

/** The contract in its simplest form: a list, with filters over it. */
function createModel(limits: { readonly queuedMessages: number; readonly keptMessages: number }) {
  let messages: ModelMessage[] = []
  /** Returns the new publishes, or undefined if there is no room. */
  const store = (by: string, publishes: readonly IrnPublish[], now: number): IrnPublish[] | undefined => {
    const before = messages
    const added: IrnPublish[] = []
    for (const publish of publishes) {
      const { topic, message, ttlSeconds } = publish
      const onTopic = messages.filter((one) => one.topic === topic && one.expiresAt > now)
      if (onTopic.some(({ text }) => text === message)) continue
      const isFull =
        onTopic.filter(({ takenBy }) => takenBy.size === 0).length >= limits.queuedMessages ||
        onTopic.length >= limits.keptMessages
      if (isFull) {
        messages = before
        return undefined
      }
      const expiresAt = now + ttlSeconds * 1000
      messages = [...messages, { topic, text: message, by, expiresAt, length: message.length, takenBy: new Set() }]
      added.push(publish)
    }
    return added
  }
  return {
    put: (by: string, publishes: readonly IrnPublish[], now: number) =>
      store(by, publishes, now)?.map(({ message }) => message) ?? ('refused' as const),
    pending: (client: string, topic: string, now: number) =>
      messages.filter(
        (one) => one.topic === topic && one.expiresAt > now && one.by !== client && !one.takenBy.has(client),
      ),
  }
}

function testAgainstModel(make: MakeMailbox): void {
  const limits = { queuedMessages: 4, keptMessages: 7 }
  const clients = ['dapp', 'wallet', 'stranger']
  const client = fc.nat({ max: clients.length - 1 })
  const topic = fc.nat({ max: 1 })
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      by: client,
      topics: fc.array(topic, { minLength: 1, maxLength: 2 }),
      text: fc.nat({ max: 12 }),
      ttl: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({ kind: fc.constant('take' as const), by: client, topic, pick: fc.nat({ max: 5 }) }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 8 }) }),
    fc.constant({ kind: 'purge' as const }),
  )

  test('any run of puts, takes, waits and purges matches the simple model', async () => {
    const clock = { now: start }
    const mailbox = await make({ now: () => clock.now, limits })
    const nextTopic = createTopics()
    const run = async (commands: readonly Command[]) => {
      const topics = [nextTopic(), nextTopic()]
      const model = createModel(limits)
      const clientAt = (index: number) => clients[index] ?? ''
      const topicAt = (index: number) => topics[index] ?? ''
      const obey = async (one: Command) => {
        if (one.kind === 'wait') clock.now += one.seconds * 1000
        if (one.kind === 'purge') await mailbox.purge()
        if (one.kind === 'put') {
          const publishes = one.topics.map((index, place) =>
            publishOf(`text ${one.text + place}`, { topic: topicAt(index), ttlSeconds: one.ttl }),
          )
          const stored = await mailbox.put(clientAt(one.by), publishes).then(
            (messages) => messages.map(({ message }) => message),
            (error) => (error instanceof MailboxLimitExceededError ? ('refused' as const) : Promise.reject(error)),
          )
          expect(stored).toEqual(model.put(clientAt(one.by), publishes, clock.now))
        }
        if (one.kind === 'take') {
          const by = clientAt(one.by)
          const { messages } = await mailbox.pending(by, [{ topic: topicAt(one.topic), afterSequence: 0 }])
          const expected = model.pending(by, topicAt(one.topic), clock.now)
          const message = messages[one.pick]
          if (message === undefined) return
          await mailbox.remove(by, [message])
          expected[one.pick]?.takenBy.add(by)
        }
      }
      for (const one of commands) {
        await obey(one)
        for (const name of clients) {
          for (const place of topics) {
            const { messages } = await mailbox.pending(name, [{ topic: place, afterSequence: 0 }])
            const expected = model.pending(name, place, clock.now)
            expect(messages.map(({ message, publisherId }) => [message, publisherId])).toEqual(
              expected.map(({ text, by }) => [text, by]),
            )
          }
        }
      }
    }
    try {
      await fc.assert(fc.asyncProperty(fc.array(command, { maxLength: 40 }), run), { numRuns: 100 })
    } finally {
      await mailbox.close()
    }
  }, 60_000)
}
