import { parseRelayFrame } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MailboxFailedError } from '../errors.ts'
import { createClientTopics } from '../limits/clientTopics.ts'
import type { Mailbox, MailboxListener, StoredMessage } from '../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { publishOf } from '../mailboxes/publishOf.fixture.ts'
import { createDeliveries } from './deliveries.ts'
import { createRecipient, readInTurn } from './recipient.ts'

const { topic } = publishOf('')

/** One subscriber over a mailbox that answers a read only when the test releases it. */
function createStage() {
  const memory = createMemoryMailbox()
  const held: (() => void)[] = []
  const reads = { count: 0 }
  const watching: ((error?: Error) => void)[] = []
  let isWatchHeld = false
  let listener: MailboxListener | undefined
  const mailbox: Mailbox = {
    ...memory,
    listen: (given) => {
      listener = given
    },
    watch: async () => {
      if (!isWatchHeld) return
      await new Promise<void>((resolve, reject) => {
        watching.push((error) => (error === undefined ? resolve() : reject(error)))
      })
    },
    async pending(clientId, positions) {
      reads.count += 1
      const page = await memory.pending(clientId, positions)
      await new Promise<void>((resolve) => held.push(resolve))
      return page
    },
  }
  const pushed: string[] = []
  const idTokens: string[] = []
  const stage = { canPush: true }
  let id = 1_000_000_000_000_000_000n
  const shared = createDeliveries({
    mailbox,
    clientTopics: createClientTopics({ perClient: 20_000, perAddress: 20_000, inAll: 20_000 }),
    nextId: () => String(id++),
    onFailure: (error) => {
      throw error
    },
  })
  const recipient = createRecipient({
    clientId: 'wallet',
    address: undefined,
    canPush: () => stage.canPush,
    push: (text) => {
      const frame = parseRelayFrame(text)
      if (frame.kind === 'delivery') pushed.push(frame.delivery.message)
      idTokens.push(frame.idToken)
    },
  })
  /** The deliveries to the one recipient. */
  const deliveries = {
    subscribe: (topics: readonly string[]) => shared.subscribe(recipient, topics),
    caughtUp: (topics: readonly string[]) => shared.caughtUp(recipient, topics),
    unsubscribe: (left: string) => shared.unsubscribe(recipient, left),
    acknowledge: (idToken: string) => shared.acknowledge(recipient, idToken),
    acknowledgeFetch: (receipt: string) => shared.acknowledgeFetch(recipient, receipt),
    fetch: (topics: readonly string[]) => shared.fetch(recipient, topics),
    resume: () => shared.resume(recipient),
    unacknowledgedCount: () => shared.unacknowledgedCount(recipient),
    close: () => shared.close(recipient),
  }
  const tell = (stored: readonly StoredMessage[]) => listener?.onStored(stored)
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    memory,
    deliveries,
    pushed,
    idTokens,
    stage,
    turn,
    /** Subscriptions that wait for the store until the test settles them. */
    watches: {
      hold: () => {
        isWatchHeld = true
      },
      settle: (index: number, error?: Error) => watching[index]?.(error),
    },
    async subscribe(topics: readonly string[]) {
      const { watched, start } = deliveries.subscribe(topics)
      await watched
      start()
    },
    /** Releases reads until no more arrive. */
    async release() {
      await turn()
      for (let next = held.shift(); next !== undefined; next = held.shift()) {
        next()
        await turn()
      }
    },
    tell,
    doubt: () => listener?.onGap([topic]),
    readCount: () => reads.count,
    publish: async (text: string) => tell(await memory.put('dapp', [publishOf(text)])),
  }
}

test('deliveries: a message published during a read is pushed once, after the stored ones', async () => {
  const { deliveries, publish, pushed, release, turn } = createStage()
  await publish('stored')
  const { watched, start } = deliveries.subscribe([topic])
  await watched
  await publish('before the answer')
  expect(pushed).toEqual([])
  start()
  await turn()
  await publish('during the read')
  expect(pushed).toEqual([])
  await release()
  await publish('live')
  expect(pushed).toEqual(['stored', 'before the answer', 'during the read', 'live'])
})

test('deliveries: a fetch leaves out messages that were pushed while it read the store', async () => {
  const { subscribe, deliveries, memory, tell, pushed, release, turn } = createStage()
  await subscribe([topic])
  await release()
  const stored = await memory.put('dapp', [publishOf('one')])
  const fetched = deliveries.fetch([topic])
  await turn()
  tell(stored)
  await release()
  expect((await fetched).messages).toEqual([])
  expect(pushed).toEqual(['one'])
})

test('deliveries: a fetched message is not pushed when its offer comes later', async () => {
  const { subscribe, deliveries, memory, tell, pushed, release } = createStage()
  await subscribe([topic])
  await release()
  const stored = await memory.put('dapp', [publishOf('one')])
  const fetched = deliveries.fetch([topic])
  await release()
  tell(stored)
  expect((await fetched).messages).toMatchObject([{ message: 'one' }])
  expect(pushed).toEqual([])
})

test('deliveries: pushes nothing while the socket is full, and everything afterwards, in order', async () => {
  const { subscribe, deliveries, publish, pushed, release, stage } = createStage()
  await subscribe([topic])
  await release()
  stage.canPush = false
  for (const text of ['1', '2', '3']) await publish(text)
  await release()
  expect(pushed).toEqual([])
  stage.canPush = true
  deliveries.resume()
  await release()
  await publish('4')
  expect(pushed).toEqual(['1', '2', '3', '4'])
})

test('deliveries: after close pushes, subscribes and listens to nothing', async () => {
  const { subscribe, deliveries, publish, pushed, release, turn } = createStage()
  await publish('stored')
  await subscribe([topic])
  await turn()
  deliveries.close()
  await release()
  await subscribe([topic])
  await publish('live')
  await release()
  expect(pushed).toEqual([])
})

test('deliveries: an ack removes one message, and only by an id pushed here', async () => {
  const { subscribe, deliveries, memory, publish, idTokens, release } = createStage()
  await subscribe([topic])
  await release()
  for (const text of ['1', '2']) await publish(text)
  const pending = () => memory.pending('wallet', [{ topic, afterSequence: 0 }])
  for (const foreign of ['"9999999999999999999"', '9999999999999999999', '"', '""', 'fetched 1'])
    deliveries.acknowledge(foreign)
  expect((await pending()).messages).toHaveLength(2)
  deliveries.acknowledge(idTokens[0] ?? '')
  expect((await pending()).messages).toMatchObject([{ message: '2' }])
})

test('deliveries: an ack by the bare number, as Rust clients write it, equals one by the text', async () => {
  const { deliveries, subscribe, memory, publish, idTokens, release } = createStage()
  await subscribe([topic])
  await release()
  await publish('1')
  deliveries.acknowledge(idTokens[0]?.replaceAll('"', '') ?? '')
  expect((await memory.pending('wallet', [{ topic, afterSequence: 0 }])).messages).toEqual([])
})

test('deliveries: the receipt of a later fetch covers those before it', async () => {
  const { deliveries, memory, publish, release } = createStage()
  const fetchOne = async (text: string) => {
    await publish(text)
    const fetched = deliveries.fetch([topic])
    await release()
    return (await fetched).receipt ?? ''
  }
  const [first, second, third] = [await fetchOne('1'), await fetchOne('2'), await fetchOne('3')]
  expect(first).not.toBe('')
  deliveries.acknowledgeFetch(second)
  const pending = () => memory.pending('wallet', [{ topic, afterSequence: 0 }])
  expect((await pending()).messages).toMatchObject([{ message: '3' }])
  deliveries.acknowledgeFetch(first)
  deliveries.acknowledgeFetch('fetched 1')
  expect((await pending()).messages).toMatchObject([{ message: '3' }])
  deliveries.acknowledgeFetch(third)
  expect((await pending()).messages).toEqual([])
})

test('deliveries: a subscription that fails late does not affect a later one', async () => {
  const { deliveries, watches, pushed, publish, release, turn } = createStage()
  const other = 'b'.repeat(64)
  watches.hold()
  const first = deliveries.subscribe([topic, other])
  deliveries.unsubscribe(topic)
  const second = deliveries.subscribe([topic])
  watches.settle(1)
  await second.watched
  watches.settle(0, new MailboxFailedError('too late'))
  await expect(first.watched).rejects.toThrow('too late')
  second.start()
  await release()
  await turn()
  await publish('live')
  expect(pushed).toEqual(['live'])
})

test('deliveries: a late answer to a subscription starts nothing once its topic is left', async () => {
  const { deliveries, watches, pushed, publish, release, turn } = createStage()
  watches.hold()
  const first = deliveries.subscribe([topic])
  deliveries.unsubscribe(topic)
  const second = deliveries.subscribe([topic])
  watches.settle(0)
  await first.watched
  first.start()
  await release()
  await publish('not told yet')
  expect(pushed).toEqual([])
  watches.settle(1)
  await second.watched
  second.start()
  await release()
  await turn()
  expect(pushed).toEqual(['not told yet'])
})

test('deliveries: pushes a message that comes while a topic is left and subscribed again', async () => {
  const { subscribe, deliveries, publish, pushed, release, turn } = createStage()
  await subscribe([topic])
  await turn()
  deliveries.unsubscribe(topic)
  await publish('between')
  await subscribe([topic])
  await release()
  expect(pushed).toEqual(['between'])
})

test('deliveries: pushes to the newest subscription, with any number of remembered topics', async () => {
  const topics = Array.from({ length: 15_001 }, (_, index) => index.toString(16).padStart(64, '0'))
  const { subscribe, deliveries, publish, pushed, release } = createStage()
  for (const each of topics) await deliveries.subscribe([each]).watched
  await subscribe([topic])
  await release()
  await publish('last')
  expect(pushed).toEqual(['last'])
})

test('recipient: keeps no result of a read, which can be a page of messages', async () => {
  const recipient = createRecipient({ clientId: 'wallet', address: undefined, canPush: () => true, push: () => {} })
  expect(await readInTurn(recipient, async () => 'a page')).toBe('a page')
  expect(await recipient.lastRead).toBeUndefined()
  await expect(readInTurn(recipient, () => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
  expect(await recipient.lastRead).toBeUndefined()
})

test('deliveries: a client that does not read fetches nothing, and everything later', async () => {
  const { deliveries, publish, release, stage } = createStage()
  await publish('one')
  stage.canPush = false
  const early = deliveries.fetch([topic])
  await release()
  expect(await early).toMatchObject({ messages: [], hasMore: true })
  stage.canPush = true
  const late = deliveries.fetch([topic])
  await release()
  expect(await late).toMatchObject({ messages: [{ message: 'one' }], hasMore: false })
})

test('deliveries: a client has caught up once it got all stored messages, with any reads', async () => {
  const { deliveries, memory, publish, pushed, release, turn } = createStage()
  const wait = (name: string) => void deliveries.caughtUp([topic, topic]).then(() => pushed.push(name))
  const { watched, start } = deliveries.subscribe([topic])
  await watched
  start()
  wait('(first)')
  await turn()
  await memory.put('dapp', [publishOf('stored during the read')])
  wait('(second)')
  await publish('published during the read')
  expect(pushed).toEqual([])
  await release()
  wait('(third)')
  await turn()
  const stored = ['stored during the read', 'published during the read']
  expect(pushed).toEqual(['(first)', ...stored, '(second)', '(third)'])
})

test('deliveries: leaving the topic or the connection ends the wait for catching up', async () => {
  const { subscribe, deliveries, turn } = createStage()
  const other = 'b'.repeat(64)
  await subscribe([topic, other])
  await turn()
  const left = deliveries.caughtUp([topic])
  deliveries.unsubscribe(topic)
  await left
  const closed = deliveries.caughtUp([other])
  deliveries.close()
  await closed
})

test('deliveries: remembers unacked messages up to a bound, and forgets acked ones', async () => {
  const { subscribe, deliveries, tell, pushed, idTokens, release } = createStage()
  await subscribe([topic])
  await release()
  const count = 10_500
  const base = { topic, publisherId: 'dapp', tag: 0, attestation: '', publishedAt: 0, expiresAt: 1 }
  for (let sequence = 1; sequence <= count; sequence += 1) tell([{ ...base, sequence, message: String(sequence) }])
  expect(pushed).toHaveLength(count)
  expect(deliveries.unacknowledgedCount()).toBe(10_000)
  for (const idToken of idTokens) deliveries.acknowledge(idToken)
  expect(deliveries.unacknowledgedCount()).toBe(0)
})

const storedBy = async (memory: Mailbox, publisherId: string, text: string) => {
  const [stored] = await memory.put(publisherId, [publishOf(text)])
  if (stored === undefined) throw new Error(`${text} was stored before`)
  return stored
}

test('deliveries: a reported message is pushed without a read', async () => {
  const { subscribe, memory, tell, pushed, readCount, release } = createStage()
  await subscribe([topic])
  await release()
  const before = readCount()
  for (const [by, text] of [
    ['dapp', 'one'],
    ['wallet', 'own'],
    ['dapp', 'two'],
  ] as const)
    tell([await storedBy(memory, by, text)])
  expect(pushed).toEqual(['one', 'two'])
  expect(readCount()).toBe(before)
})

test('deliveries: after a gap, a read pushes what was missed, before what is reported meanwhile', async () => {
  const { subscribe, memory, tell, doubt, pushed, release, turn } = createStage()
  await subscribe([topic])
  await release()
  await storedBy(memory, 'dapp', 'missed')
  doubt()
  await turn()
  tell([await storedBy(memory, 'dapp', 'meanwhile')])
  doubt()
  expect(pushed).toEqual([])
  await release()
  tell([await storedBy(memory, 'dapp', 'live')])
  expect(pushed).toEqual(['missed', 'meanwhile', 'live'])
})

test('deliveries: a gap while the socket is full is made up after it, in order', async () => {
  const { subscribe, deliveries, memory, tell, doubt, pushed, release, stage } = createStage()
  await subscribe([topic])
  await release()
  stage.canPush = false
  tell([await storedBy(memory, 'dapp', '1')])
  await storedBy(memory, 'dapp', '2')
  doubt()
  stage.canPush = true
  tell([await storedBy(memory, 'dapp', '3')])
  expect(pushed).toEqual([])
  deliveries.resume()
  await release()
  expect(pushed).toEqual(['1', '2', '3'])
})

test('deliveries: with any gaps, each message of others is pushed once, in the stored order', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        by: fc.constantFrom('dapp', 'wallet'),
        isMissed: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('read' as const, 'leave' as const, 'full' as const) }),
    },
  )
  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const { subscribe, deliveries, memory, tell, doubt, pushed, release, stage } = createStage()
    await subscribe([topic])
    const all: StoredMessage[] = []
    for (const one of steps) {
      if (one.kind === 'put') {
        const stored = await storedBy(memory, one.by, `message ${all.length}`)
        all.push(stored)
        if (one.isMissed) doubt()
        else tell([stored])
      }
      if (one.kind === 'read') await release()
      if (one.kind === 'full') stage.canPush = !stage.canPush
      if (one.kind === 'leave') {
        deliveries.unsubscribe(topic)
        await subscribe([topic])
      }
    }
    stage.canPush = true
    deliveries.resume()
    await release()
    expect(pushed).toEqual(all.filter(({ publisherId }) => publisherId !== 'wallet').map(({ message }) => message))
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { numRuns: 200 })
})
