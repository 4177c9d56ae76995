import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import { MailboxFailedError } from '../errors.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { createRelay, type Relay } from '../server/createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient } from '../server/createTestClient.fixture.ts'

const newTopic = () => randomBytes(32).toString('hex')
const messageIdOf = (message: string) => createHash('sha256').update(message).digest('hex')
const envelope = (topic: string, message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108, prompt: true })
const texts = ({ deliveries }: TestClient) => deliveries.map(({ delivery }) => delivery.message)
const fetchOf = (...messages: string[]) => ({ result: { messages: messages.map((message) => ({ message })) } })

const folder = temporaryFolder()

describe.each<[string, (now: () => number) => Mailbox]>([
  ['memory', (now) => createMemoryMailbox({ now })],
  ['SQLite', (now) => createSqliteMailbox({ file: join(folder, newTopic()), now })],
])('with a mailbox in %s', (_name, makeMailbox) => {
  const clock = { now: 0 }
  let relay: Relay
  let url: string
  let dapp: TestClient

  beforeEach(async () => {
    clock.now = Date.now()
    relay = createRelay({ mailbox: makeMailbox(() => clock.now) })
    url = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
    dapp = await createTestClient(url)
  })
  afterEach(() => relay.stop())

  test('P2: every subscriber has its own copy, whatever the others do with theirs (T-81)', async () => {
    const topic = newTopic()
    const messages = ['one', 'two', 'three']
    for (const message of messages) await dapp.request('irn_publish', envelope(topic, message))
    const [acker, fetcher, receiver] = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
    await acker?.request('irn_subscribeBlocking', { topic })
    expect(await fetcher?.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf(...messages))
    const receipts = messages.map((message) => ({ topic, messageId: messageIdOf(message) }))
    expect(await receiver?.request('irn_batchReceive', { receipts })).toMatchObject({ result: true })
    const wallet = await createTestClient(url)
    await wallet.request('irn_subscribeBlocking', { topic })
    expect(texts(wallet)).toEqual(messages)
  })

  test('P2: a message that was pushed, fetched or neither comes again until it is taken', async () => {
    const topic = newTopic()
    const identity = createTestIdentity()
    for (const message of ['acked', 'pushed', 'received']) await dapp.request('irn_publish', envelope(topic, message))
    const first = await createTestClient(url, { identity, acks: false })
    await first.request('irn_subscribeBlocking', { topic })
    const [acked] = first.deliveries
    if (acked !== undefined) first.acknowledge(acked)
    await first.request('irn_batchReceive', { receipts: [{ topic, messageId: messageIdOf('received') }] })
    first.socket.terminate()
    await dapp.request('irn_publish', envelope(topic, 'meanwhile'))
    const second = await createTestClient(url, { identity })
    await second.request('irn_subscribeBlocking', { topic })
    expect(texts(second)).toEqual(['pushed', 'meanwhile'])
    await second.settle()
    const third = await createTestClient(url, { identity })
    await third.request('irn_subscribeBlocking', { topic })
    expect(texts(third)).toEqual([])
  })

  test('P2: the same text is one message on its topic, from any publisher and in any batch', async () => {
    const [topic, elsewhere] = [newTopic(), newTopic()]
    const wallet = await createTestClient(url)
    await wallet.request('irn_batchSubscribe', { topics: [topic, elsewhere] })
    const other = await createTestClient(url)
    const same = envelope(topic, 'same')
    for (const client of [dapp, other, dapp]) {
      expect(await client.request('irn_publish', same)).toMatchObject({ result: true })
      expect(await client.request('irn_batchPublish', { messages: [same, same] })).toMatchObject({ result: true })
    }
    await dapp.request('irn_publish', envelope(elsewhere, 'same'))
    await wallet.settle()
    expect(wallet.deliveries.map(({ delivery }) => delivery.topic)).toEqual([topic, elsewhere])
  })

  test('P3: keeps the order of each publisher on a topic while others publish there', async () => {
    const topic = newTopic()
    const [wallet, late] = [await createTestClient(url), await createTestClient(url)]
    await wallet.request('irn_subscribe', { topic })
    const publishers = [dapp, await createTestClient(url), await createTestClient(url)]
    const sent = publishers.map((_, by) => Array.from({ length: 30 }, (_, index) => `${by} ${index}`))
    await Promise.all(
      publishers.map((publisher, by) => {
        const messages = (sent[by] ?? []).map((message) => envelope(topic, message))
        const batches = [messages.slice(10, 20), messages.slice(20)]
        return Promise.all([
          ...messages.slice(0, 10).map((message) => publisher.request('irn_publish', message)),
          ...batches.map((batch) => publisher.request('irn_batchPublish', { messages: batch })),
        ])
      }),
    )
    await late.request('irn_subscribeBlocking', { topic })
    while (wallet.deliveries.length < 90) await wallet.nextDelivery()
    for (const client of [wallet, late]) {
      const heard = sent.map((_, by) => texts(client).filter((text) => text.startsWith(`${by} `)))
      expect(heard).toEqual(sent)
    }
  })

  test.each([
    ['wc_proposeSession', 'pairingTopic', 'sessionProposal'],
    ['wc_approveSession', 'sessionTopic', 'sessionSettlementRequest'],
  ])('P3: a client’s publish right behind %s comes after it', async (method, topicName, messageName) => {
    const topic = newTopic()
    const wallet = await createTestClient(url)
    await wallet.request('irn_subscribe', { topic })
    const other = { pairingTopic: newTopic(), sessionProposalResponse: 'yes', ttl: 300 }
    const sent = [
      dapp.request(method, { ...other, [topicName]: topic, [messageName]: 'first' }),
      dapp.request('irn_publish', envelope(topic, 'second')),
    ]
    for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ result: true })
    while (wallet.deliveries.length < 2) await wallet.nextDelivery()
    expect(texts(wallet)).toEqual(['first', 'second'])
  })

  test('P4: no client gets its own message, by push, fetch or receipt', async () => {
    const topic = newTopic()
    await dapp.request('irn_subscribe', { topic })
    await dapp.request('irn_batchPublish', { messages: [envelope(topic, 'own')] })
    await dapp.request('irn_subscribeBlocking', { topic })
    expect(await dapp.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf())
    await dapp.request('irn_batchReceive', { receipts: [{ topic, messageId: messageIdOf('own') }] })
    expect(texts(dapp)).toEqual([])
    const wallet = await createTestClient(url)
    expect(await wallet.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf('own'))
  })

  test('P5: refuses a batch that does not fit as a whole by code, and accepts it later', async () => {
    const [topic, elsewhere] = [newTopic(), newTopic()]
    const accepted = Array.from({ length: 99 }, (_, index) => `m${index}`)
    for (const message of accepted) await dapp.request('irn_publish', envelope(topic, message))
    const messages = [envelope(elsewhere, 'beside'), envelope(topic, 'm99'), envelope(topic, 'one too many')]
    expect(await dapp.request('irn_batchPublish', { messages })).toMatchObject({ kind: 'error', code: -32000 })
    expect(dapp.received.at(-1)).toContain('"data":"MailboxLimitExceeded"')
    const wallet = await createTestClient(url)
    await wallet.request('irn_batchSubscribeBlocking', { topics: [topic, elsewhere] })
    expect(texts(wallet)).toEqual(accepted)
    await wallet.settle()
    expect(await dapp.request('irn_batchPublish', { messages })).toMatchObject({ result: true })
    while (wallet.deliveries.length < 102) await wallet.nextDelivery()
    expect(texts(wallet).slice(99).sort()).toEqual(['beside', 'm99', 'one too many'])
  })

  test('P5: refuses a batch with one bad envelope as a whole', async () => {
    const topic = newTopic()
    const messages = [envelope(topic, 'good'), envelope(topic, 'bad', 0)]
    expect(await dapp.request('irn_batchPublish', { messages })).toMatchObject({ kind: 'error', code: -32000 })
    const wallet = await createTestClient(url)
    expect(await wallet.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf())
  })

  test('T-91: a message lives until its TTL ends by the clock of the store', async () => {
    const topic = newTopic()
    await dapp.request('irn_publish', envelope(topic, 'short', 1))
    await dapp.request('irn_publish', envelope(topic, 'long', 604_800))
    clock.now += 999
    const [fetcher, subscriber] = [await createTestClient(url), await createTestClient(url)]
    expect(await fetcher.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf('short', 'long'))
    clock.now += 1
    await subscriber.request('irn_subscribeBlocking', { topic })
    expect(texts(subscriber)).toEqual(['long'])
    expect(await dapp.request('irn_publish', envelope(topic, 'short', 1))).toMatchObject({ result: true })
    expect((await subscriber.nextDelivery()).delivery.message).toBe('long')
    expect((await subscriber.nextDelivery()).delivery.message).toBe('short')
    clock.now += 604_800_000
    const late = await createTestClient(url)
    expect(await late.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf())
  })

  test.each<[unknown, number, string]>([
    [-1, -32000, 'TtlTooShort'],
    [0, -32000, 'TtlTooShort'],
    [2_592_001, -32000, 'TtlTooLong'],
    [4_294_967_296, -32000, 'TtlTooLong'],
    [1e300, -32000, 'TtlTooLong'],
    [1.5, -32600, 'InvalidParams'],
    ['1', -32600, 'InvalidParams'],
    [null, -32600, 'InvalidParams'],
    [true, -32600, 'InvalidParams'],
  ])('T-91: refuses ttl %s with %i %s, and stores nothing', async (ttl, code, reason) => {
    const topic = newTopic()
    for (const [method, params] of [
      ['irn_publish', { ...envelope(topic, 'x'), ttl }],
      ['irn_batchPublish', { messages: [envelope(topic, 'x'), { ...envelope(topic, 'y'), ttl }] }],
      ['wc_proposeSession', { pairingTopic: topic, sessionProposal: 'x', ttl }],
    ] as const) {
      expect(await dapp.request(method, params)).toMatchObject({ kind: 'error', code })
      expect(dapp.received.at(-1)).toContain(`"data":"${reason}"`)
    }
    const wallet = await createTestClient(url)
    expect(await wallet.request('irn_fetchMessages', { topic })).toMatchObject(fetchOf())
  })

  test.each(['irn_watchRegister', 'irn_watchUnregister', 'iridium_watchRegister', 'irn_subscription', 'wc_other'])(
    'T-98: answers %s with method not found',
    async (method) => {
      const params = { registerAuth: 'a.b.c', unregisterAuth: 'a.b.c', topic: newTopic() }
      expect(await dapp.request(method, params)).toMatchObject({ kind: 'error', code: -32601 })
    },
  )

  test('irn_batchUnsubscribe: ends the pushes of its topics and of no other', async () => {
    const [left, kept] = [newTopic(), newTopic()]
    const wallet = await createTestClient(url)
    await wallet.request('irn_batchSubscribe', { topics: [left, kept] })
    const subscriptions = [left, newTopic()].map((topic) => ({ topic, id: subscriptionIdOf(topic, wallet.clientId) }))
    expect(await wallet.request('irn_batchUnsubscribe', { subscriptions })).toMatchObject({ result: true })
    await dapp.request('irn_batchPublish', { messages: [left, kept].map((topic) => envelope(topic, topic)) })
    await wallet.settle()
    expect(texts(wallet)).toEqual([kept])
    await wallet.request('irn_subscribeBlocking', { topic: left })
    expect(texts(wallet)).toEqual([kept, left])
  })

  test('irn_subscribeBlocking, irn_batchSubscribeBlocking: answer after the stored messages', async () => {
    const topics = [newTopic(), newTopic(), newTopic()]
    const [first = ''] = topics
    for (const topic of topics) {
      for (const index of [1, 2, 3]) await dapp.request('irn_publish', envelope(topic, `${index}`.repeat(200_000)))
    }
    const wallet = await createTestClient(url, { acks: false })
    const one = await wallet.request('irn_subscribeBlocking', { topic: first })
    expect(one).toMatchObject({ result: subscriptionIdOf(first, wallet.clientId) })
    expect(wallet.received.map((text) => text.includes('irn_subscription'))).toEqual([true, true, true, false])
    const all = await wallet.request('irn_batchSubscribeBlocking', { topics: [...topics, first] })
    const ids = [...topics, first].map((topic) => ({ id: subscriptionIdOf(topic, wallet.clientId) }))
    expect(all).toMatchObject({ result: ids })
    expect(wallet.deliveries).toHaveLength(9)
    await dapp.request('irn_publish', envelope(first, 'new'))
    while (wallet.deliveries.length < 10) await wallet.nextDelivery()
    expect(texts(wallet).at(-1)).toBe('new')
    expect(await wallet.request('irn_subscribeBlocking', { topic: first })).toMatchObject({ kind: 'result' })
  })

  test('iridium_ and waku_: older names mean the same, and pushes are irn_subscription', async () => {
    const topic = newTopic()
    const wallet = await createTestClient(url)
    expect(await wallet.request('waku_subscribe', { topic })).toMatchObject({ kind: 'result' })
    expect(await dapp.request('iridium_publish', envelope(topic, 'old'))).toMatchObject({ result: true })
    expect((await wallet.nextDelivery()).delivery.message).toBe('old')
    expect(wallet.received.at(-1)).toContain('"method":"irn_subscription"')
    expect(await wallet.request('waku_proposeSession', { pairingTopic: topic })).toMatchObject({ code: -32601 })
  })

  test('wc_proposeSession, wc_approveSession: a failing store leaves nothing behind', async () => {
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const broken = createRelay({
      mailbox: { ...createMemoryMailbox(), put: () => Promise.reject(new MailboxFailedError('disk trouble')) },
    })
    const { url: brokenUrl } = await broken.listen({ port: 0, host: '127.0.0.1' })
    const client = await createTestClient(brokenUrl)
    const proposal = { pairingTopic, sessionProposal: 'AA', ttl: 300 }
    const approval = { ...proposal, sessionTopic, sessionProposalResponse: 'AA', sessionSettlementRequest: 'BB' }
    for (const [method, params] of [
      ['wc_proposeSession', proposal],
      ['wc_approveSession', approval],
    ] as const) {
      expect(await client.request(method, params)).toMatchObject({ kind: 'error', code: -32603 })
      expect(client.received.at(-1)).toContain('"data":"StorageError"')
    }
    await broken.stop()
  })
})
