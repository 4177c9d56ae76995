import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { subscriptionIdOf } from '../deliveries/subscriptionId.ts'
import { noPace } from '../limits/limits.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient } from './createTestClient.fixture.ts'

const newTopic = () => randomBytes(32).toString('hex')
const envelope = (topic: string, message = randomBytes(40).toString('base64')) => ({
  topic,
  message,
  ttl: 300,
  tag: 1108,
  prompt: true,
})
const texts = ({ deliveries }: TestClient) => deliveries.map(({ delivery }) => delivery.message)

const folder = temporaryFolder()

describe.each([
  ['memory', () => createMemoryMailbox()],
  ['SQLite', () => createSqliteMailbox({ file: join(folder, newTopic()) })],
])('with a mailbox in %s', (_name, makeMailbox) => {
  let relay: Relay
  let url: string

  beforeEach(async () => {
    relay = createRelay({ mailbox: makeMailbox(), limits: noPace })
    url = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
  })
  afterEach(() => relay.stop())

  test('irn_publish: reaches the other subscriber once, with its tag and no attestation', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    const answer = await wallet.request('irn_subscribe', { topic })
    expect(answer).toMatchObject({ kind: 'result', result: subscriptionIdOf(topic, wallet.clientId) })
    const before = Date.now()
    expect(await dapp.request('irn_publish', envelope(topic, 'sealed'))).toMatchObject({ result: true })
    const { delivery, subscriptionId, idToken } = await wallet.nextDelivery()
    expect(delivery).toEqual({
      topic,
      message: 'sealed',
      publishedAt: delivery.publishedAt,
      tag: 1108,
      attestation: '',
    })
    expect(wallet.received.at(-1)).toContain('"attestation":""')
    expect(delivery.publishedAt).toBeGreaterThanOrEqual(before)
    expect(subscriptionId).toBe(subscriptionIdOf(topic, wallet.clientId))
    expect(idToken).toMatch(/^"\d{19}"$/)
    await wallet.settle()
    expect(wallet.deliveries).toHaveLength(1)
  })

  test('irn_publish: forwards an attestation', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    await dapp.request('irn_publish', { ...envelope(topic), attestation: 'a.b.c' })
    await wallet.request('irn_subscribe', { topic })
    expect((await wallet.nextDelivery()).delivery.attestation).toBe('a.b.c')
  })

  test('irn_publish: never echoes to its publisher, on any of its sockets', async () => {
    const topic = newTopic()
    const identity = createTestIdentity()
    const [first, second] = await Promise.all([
      createTestClient(url, { identity }),
      createTestClient(url, { identity }),
    ])
    for (const client of [first, second]) await client.request('irn_subscribe', { topic })
    await first.request('irn_publish', envelope(topic))
    await Promise.all([first.settle(), second.settle()])
    const third = await createTestClient(url, { identity })
    await third.request('irn_subscribe', { topic })
    await third.settle()
    expect([first, second, third].flatMap(texts)).toEqual([])
  })

  test('irn_publish: accepts the same envelope again, and delivers it once', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    await wallet.request('irn_subscribe', { topic })
    const same = envelope(topic, 'again')
    const answers = await Promise.all([1, 2, 3].map(() => dapp.request('irn_publish', same)))
    expect(answers.map((answer) => answer.kind === 'result' && answer.result)).toEqual([true, true, true])
    await wallet.settle()
    expect(texts(wallet)).toEqual(['again'])
  })

  test('irn_publish: keeps the order of a publisher, live and stored', async () => {
    const topic = newTopic()
    const [dapp, wallet, late] = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
    if (dapp === undefined || wallet === undefined || late === undefined) throw new Error('no clients')
    await wallet.request('irn_subscribe', { topic })
    const expected = Array.from({ length: 90 }, (_, index) => `m${index}`)
    const publishes = expected.map((text) => dapp.request('irn_publish', envelope(topic, text)))
    // Subscribe in the middle of the stream: stored and live messages must join without gap, duplicate or disorder.
    await publishes[30]
    await late.request('irn_subscribe', { topic })
    await Promise.all(publishes)
    for (const client of [wallet, late]) {
      while (client.deliveries.length < expected.length) await client.nextDelivery()
      await client.settle()
      expect(texts(client)).toEqual(expected)
    }
  })

  test('irn_publish: refuses the 101st untaken message with MailboxLimitExceeded', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) => dapp.request('irn_publish', envelope(topic, `m${index}`))),
    )
    expect(answers.filter(({ kind }) => kind === 'result')).toHaveLength(100)
    expect(answers[100]).toMatchObject({ kind: 'error', code: -32000 })
    expect(dapp.received.at(-1)).toContain('"data":"MailboxLimitExceeded"')
    await wallet.request('irn_subscribe', { topic })
    while (wallet.deliveries.length < 100) await wallet.nextDelivery()
    await wallet.settle()
    expect(texts(wallet)).toEqual(Array.from({ length: 100 }, (_, index) => `m${index}`))
  })

  test('irn_subscribe: stored messages come oldest first, after the answer', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    for (const text of ['1', '2', '3']) await dapp.request('irn_publish', envelope(topic, text))
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['1', '2', '3'])
    expect(wallet.received[0]).toContain('"result"')
  })

  test('irn_subscribe: again on the same socket pushes nothing twice, acknowledged or not', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { acks: false })])
    await dapp.request('irn_publish', envelope(topic, 'stored'))
    await Promise.all([1, 2].map(() => wallet.request('irn_subscribe', { topic })))
    await dapp.request('irn_publish', envelope(topic, 'live'))
    await wallet.request('irn_batchSubscribe', { topics: [topic, topic] })
    await wallet.request('irn_unsubscribe', { topic, id: '' })
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['stored', 'live'])
  })

  test('irn_subscribe: again after irn_unsubscribe on the same socket pushes nothing again', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { acks: false })])
    for (const text of ['1', '2']) await dapp.request('irn_publish', envelope(topic, text))
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    await wallet.request('irn_unsubscribe', { topic, id: '' })
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['1', '2'])
  })

  test('irn_batchSubscribe: delivers more than a page in pages, in order', async () => {
    const topics = [newTopic(), newTopic(), newTopic()]
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { acks: false })])
    for (const text of ['1', '2', '3', '4']) {
      for (const topic of topics) await dapp.request('irn_publish', envelope(topic, text.repeat(200_000)))
    }
    const fetcher = await createTestClient(url)
    const fetched = await fetcher.request('irn_batchFetchMessages', { topics })
    expect(fetched).toMatchObject({ result: { messages: [{}], hasMore: true } })
    await fetcher.request('irn_batchSubscribe', { topics })
    await wallet.request('irn_batchSubscribe', { topics })
    while (wallet.deliveries.length < 12) await wallet.nextDelivery()
    while (fetcher.deliveries.length < 11) await fetcher.nextDelivery()
    await Promise.all([wallet.settle(), fetcher.settle()])
    const order = topics.map((topic) =>
      wallet.deliveries.filter(({ delivery }) => delivery.topic === topic).map(({ delivery }) => delivery.message[0]),
    )
    expect(order).toEqual(topics.map(() => ['1', '2', '3', '4']))
    expect(fetcher.deliveries).toHaveLength(11)
  })

  test('ack: unacked messages come again on the next socket, acked ones do not', async () => {
    const topic = newTopic()
    const identity = createTestIdentity()
    const dapp = await createTestClient(url)
    for (const text of ['1', '2', '3']) await dapp.request('irn_publish', envelope(topic, text))
    const first = await createTestClient(url, { identity, acks: false })
    await first.request('irn_subscribe', { topic })
    const [, second] = [await first.nextDelivery(), await first.nextDelivery(), await first.nextDelivery()]
    if (second !== undefined) first.acknowledge(second)
    await first.settle()
    first.socket.terminate()
    const next = await createTestClient(url, { identity })
    await next.request('irn_subscribe', { topic })
    await next.settle()
    expect(texts(next)).toEqual(['1', '3'])
    await next.settle()
    const last = await createTestClient(url, { identity })
    await last.request('irn_subscribe', { topic })
    await last.settle()
    expect(texts(last)).toEqual([])
  })

  test('ack: a stranger who takes everything, or acks ids of others, takes nothing from the peer', async () => {
    const topic = newTopic()
    const [dapp, stranger] = await Promise.all([createTestClient(url), createTestClient(url)])
    await stranger.request('irn_subscribe', { topic })
    const silent = await createTestClient(url, { acks: false })
    await silent.request('irn_subscribe', { topic })
    await dapp.request('irn_publish', envelope(topic, 'for the wallet'))
    const { idToken } = await silent.nextDelivery()
    await stranger.request('irn_batchFetchMessages', { topics: [topic] })
    for (const token of [idToken, '1795208116403905123', '"no such id"'])
      stranger.sendRaw(`{"id":${token},"jsonrpc":"2.0","result":true}`)
    await stranger.settle()
    const wallet = await createTestClient(url)
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['for the wallet'])
  })

  test('irn_batchSubscribe: answers the ids in order and delivers each topic’s waiting messages', async () => {
    const topics = Array.from({ length: 500 }, newTopic)
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    await Promise.all(topics.map((topic, index) => dapp.request('irn_publish', envelope(topic, `m${index}`))))
    const answer = await wallet.request('irn_batchSubscribe', { topics })
    expect(answer).toMatchObject({ result: topics.map((topic) => subscriptionIdOf(topic, wallet.clientId)) })
    while (wallet.deliveries.length < 500) await wallet.nextDelivery()
    expect(new Set(texts(wallet)).size).toBe(500)
  })

  test('irn_unsubscribe: ends pushes; later messages wait in the mailbox', async () => {
    const topic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    await wallet.request('irn_subscribe', { topic })
    expect(await wallet.request('irn_unsubscribe', { topic, id: 'x' })).toMatchObject({ result: true })
    expect(await wallet.request('irn_unsubscribe', { topic: newTopic(), id: 'x' })).toMatchObject({ result: true })
    await dapp.request('irn_publish', envelope(topic, 'later'))
    await wallet.settle()
    expect(texts(wallet)).toEqual([])
    await wallet.request('irn_subscribe', { topic })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['later'])
  })

  test('irn_batchFetchMessages: returns pending messages, which count as delivered', async () => {
    const topics = [newTopic(), newTopic()]
    const identity = createTestIdentity()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { identity })])
    for (const topic of topics) await dapp.request('irn_publish', envelope(topic, `on ${topic}`))
    const answer = await wallet.request('irn_batchFetchMessages', { topics })
    expect(answer).toMatchObject({
      result: {
        messages: topics.map((topic) => ({
          topic,
          message: `on ${topic}`,
          tag: 1108,
          publishedAt: expect.any(Number),
        })),
        hasMore: false,
      },
    })
    expect(await wallet.request('irn_batchFetchMessages', { topics })).toMatchObject({
      result: { messages: [], hasMore: false },
    })
    await wallet.request('irn_batchSubscribe', { topics })
    await wallet.settle()
    const next = await createTestClient(url, { identity })
    await next.request('irn_batchSubscribe', { topics })
    await next.settle()
    expect([wallet, next].flatMap(texts)).toEqual([])
    expect(await dapp.request('irn_batchFetchMessages', { topics })).toMatchObject({ result: { messages: [] } })
  })

  test('wc_proposeSession: subscribes its caller to the pairing and stores the proposal as 1100', async () => {
    const pairingTopic = newTopic()
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    const proposal = { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 1 }
    expect(await dapp.request('wc_proposeSession', proposal)).toMatchObject({ result: true })
    await wallet.request('irn_subscribe', { topic: pairingTopic })
    expect((await wallet.nextDelivery()).delivery).toMatchObject({
      message: 'proposal',
      tag: 1100,
      topic: pairingTopic,
    })
    await wallet.request('irn_publish', { ...envelope(pairingTopic, 'no, thanks'), tag: 1120 })
    expect((await dapp.nextDelivery()).delivery).toMatchObject({ message: 'no, thanks', tag: 1120 })
    await dapp.settle()
    expect(texts(dapp)).toEqual(['no, thanks'])
  })

  test('wc_approveSession: stores response and settlement, and subscribes its caller', async () => {
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    await dapp.request('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300 })
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settle' }
    expect(await wallet.request('wc_approveSession', { ...approval, ttl: 300 })).toMatchObject({ result: true })
    expect((await dapp.nextDelivery()).delivery).toMatchObject({ message: 'yes', tag: 1101, topic: pairingTopic })
    await dapp.request('irn_subscribe', { topic: sessionTopic })
    expect((await dapp.nextDelivery()).delivery).toMatchObject({ message: 'settle', tag: 1102, topic: sessionTopic })
    await dapp.request('irn_publish', { ...envelope(sessionTopic, 'settled'), tag: 1103 })
    expect((await wallet.nextDelivery()).delivery).toMatchObject({ message: 'settled', tag: 1103 })
    await wallet.settle()
    expect(texts(wallet)).toEqual(['settled'])
  })

  test('wc_approveSession: stores neither half when the other topic is full', async () => {
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
    for (let index = 0; index < 100; index += 1)
      await wallet.request('irn_publish', envelope(sessionTopic, `m${index}`))
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settle' }
    expect(await wallet.request('wc_approveSession', { ...approval, ttl: 300 })).toMatchObject({ code: -32000 })
    expect(await dapp.request('irn_batchFetchMessages', { topics: [pairingTopic] })).toMatchObject({
      result: { messages: [] },
    })
  })
})
